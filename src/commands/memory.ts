/** `/memory`: the files that every conversation here begins with, and what the memory tool saved. */

import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'memory',
  async run(_args, { setup, say }) {
    const notes = await setup.notes();
    if (notes.length === 0) return { title: say.noNotes };
    const items = notes.map(({ path, lines }) => say.note(path, lines));
    return {
      title: say.notes,
      body: [
        { type: 'list', items },
        { type: 'text', text: say.changeNotes },
      ],
    };
  },
});
