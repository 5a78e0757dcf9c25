/** `/review [WHAT]`: has the model review changes; a custom command of that name takes precedence. */

import { defineCommand } from './command.ts';

const PROMPT = `Review the uncommitted changes in this repository: git status, git diff HEAD, and files that git does not know yet. If there are none, review the last commit.

Look for mistakes first (wrong results, missed cases, broken callers, security), then for missing tests, then for what could be simpler. Read the code around a change before you judge it. Name file and line. Say it plainly when nothing is wrong. Change nothing.`;

export default defineCommand({
  name: 'review',
  async run(args) {
    return { prompt: args === '' ? PROMPT : `${PROMPT}\n\nReview this instead: ${args}` };
  },
});
