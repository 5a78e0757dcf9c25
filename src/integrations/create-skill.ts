/** The only built-in skill: how to write a skill. */

import type { Skill } from './skill.ts';

export const CREATE_SKILL: Skill = {
  name: 'create-skill',
  description: 'Write a new skill for this project or for the user.',
  path: 'built in',
  isBuiltIn: true,
  content: `# Writing a skill

A skill is a folder with a SKILL.md: \`.coder/skills/<name>/SKILL.md\` for this project, \`~/.coder/skills/<name>/SKILL.md\` for all projects.

1. Ask what the skill is for, when it should be used, and what a good result looks like.
2. Choose a short name: lower case, digits, hyphens.
3. Write SKILL.md:

   ---
   name: <name>
   description: <when to use it, in one sentence: the model decides by this line>
   ---

   Then the steps, as you would tell a capable colleague: what to look at, what to do, what to check, what never to do.
4. Keep it under two pages. Put long reference material or scripts into files beside it and name them.
5. Read it once more as someone who knows nothing of this conversation.`,
};
