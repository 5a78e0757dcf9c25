/** `/init`: has the model study the project and write its AGENTS.md. */

import { defineCommand } from './command.ts';

const PROMPT = `Write AGENTS.md in the project's root: the notes that a coding agent needs to work here, at most one page.

Look before you write: the README, the files that say how it is built (package.json, Makefile, pyproject.toml, Cargo.toml, go.mod, …), CI configuration, existing notes (AGENTS.md, CLAUDE.md, CONTRIBUTING.md, .cursor/rules), the folders and a few typical source files.

Say, as briefly as possible and only what you have seen:
- what the project is, in one sentence
- the commands to set up, build, run, check and test it, and how to run a single test
- where things are: the folders that matter and what belongs in each
- conventions that are not obvious from one file: names, layers, error handling, tests
- what must not be touched or done

No advice that holds for every project. Where an AGENTS.md exists already, keep what is right, correct what is wrong, add what is missing.`;

export default defineCommand({
  name: 'init',
  async run(args) {
    return { prompt: args === '' ? PROMPT : `${PROMPT}\n\n${args}` };
  },
});
