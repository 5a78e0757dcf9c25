/** `/skills`: the skills that the model can load when a task calls for them. */

import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'skills',
  async run(_args, { extensions, say }) {
    const listed = await extensions.skills();
    const width = Math.max(0, ...listed.map(({ name }) => name.length));
    const items = listed.map(({ name, description, path }) => `${name.padEnd(width)}  ${description} (${path})`);
    return { title: say.skills, body: [{ type: 'list', items }] };
  },
});
