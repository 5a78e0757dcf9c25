/** `/skills`: what the model can look up when a task calls for it. */

import { defineCommand } from '../protocol/command.ts';

export default defineCommand({
  name: 'skills',
  async run(_args, { around }) {
    const skills = await around.skills();
    const width = Math.max(0, ...skills.map(({ name }) => name.length));
    const items = skills.map(({ name, description, path }) => `${name.padEnd(width)}  ${description} (${path})`);
    return { title: 'Skills. The model loads one when its description fits.', body: [{ type: 'list', items }] };
  },
});
