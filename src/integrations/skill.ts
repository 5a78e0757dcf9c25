/** A skill: a text that the model can look up when a task calls for it. */

export interface Skill {
  name: string;
  description: string;
  /** The file it came from. */
  path: string;
  content: string;
  isBuiltIn?: true;
}
