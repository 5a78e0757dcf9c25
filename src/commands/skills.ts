/** `/skills`: what the model can look up when a task calls for it. */

import { defineCommand } from '../protocol/command.ts';
import { answersIn } from './answers/answers.ts';

export default defineCommand({
  name: 'skills',
  async run(_args, { around, lang }) {
    const skills = await around.skills();
    const width = Math.max(0, ...skills.map(({ name }) => name.length));
    const items = skills.map(({ name, description, path }) => `${name.padEnd(width)}  ${description} (${path})`);
    return { title: answersIn(lang).skills, body: [{ type: 'list', items }] };
  },
});
