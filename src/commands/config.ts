/** `/config`: settings that differ from the defaults, where they were set, and how to change them. */

import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'config',
  async run(_args, { setup, say }) {
    const { files, changed } = await setup.settings();
    const width = Math.max(0, ...changed.map(({ key }) => key.length));
    const items = changed.map(({ key, value, where }) => `${key.padEnd(width)}  ${value}  (${where})`);
    return {
      title: changed.length > 0 ? say.settingsInForce : say.allDefaults,
      body: [
        ...(items.length > 0 ? [{ type: 'list' as const, items }] : []),
        ...(files.length > 0 ? [{ type: 'text' as const, text: say.settingsFiles(files.join(', ')) }] : []),
        { type: 'text', text: say.changeSettings },
      ],
    };
  },
});
