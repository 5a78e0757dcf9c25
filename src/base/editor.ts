/** Which editor to run for the person. */

export interface Editor {
  /** May contain arguments (`code --wait`), so it is run through a shell. */
  command: string;
  /** False if the person named none: then it is one that needs a terminal. */
  isChosen: boolean;
}

export function editorOf({ VISUAL, EDITOR }: NodeJS.ProcessEnv): Editor {
  const chosen = VISUAL || EDITOR;
  return { command: chosen || 'vi', isChosen: Boolean(chosen) };
}
