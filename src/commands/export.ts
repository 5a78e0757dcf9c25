/** `/export [html|md|json] [FILE]`: writes this session to a file for others to read. */

import { messageOf } from '../base/errors.ts';
import { defineCommand } from '../protocol/command.ts';
import { EXPORT_FORMATS } from '../protocol/surroundings.ts';

export default defineCommand({
  name: 'export',
  async run(args, { entries, around, confirm }) {
    if (!entries.some(({ type }) => type === 'message')) return { title: 'Nothing has been said in this session yet.' };
    const [, first = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(args) ?? [];
    const named = EXPORT_FORMATS.find((format) => format === first);
    const file = (named ? rest : args).trim() || undefined;
    const format = named ?? EXPORT_FORMATS.find((each) => file?.toLowerCase().endsWith(`.${each}`)) ?? 'html';
    try {
      let exported = await around.exportSession(format, file, false);
      if (exported.status === 'exists') {
        const replace = await confirm({ title: `${exported.path} exists already.` }, 'Replace it', 'Leave it');
        if (!replace) return { title: `Not exported: ${exported.path} stays as it is.` };
        exported = await around.exportSession(format, file, true);
      }
      return { title: `Exported to ${exported.path}` };
    } catch (error) {
      return { problem: { title: `Not exported: ${messageOf(error)}` } }; // whatever the disk has against it
    }
  },
});
