/** `/export [html|md|json] [FILE]`: writes this session to a file for others to read. */

import { codeOf, messageOf } from '../base/errors.ts';
import { defineCommand } from '../protocol/command.ts';
import { EXPORT_FORMATS } from '../protocol/surroundings.ts';
import { inLanguage } from './in-language.ts';

export default defineCommand({
  name: 'export',
  async run(args, { entries, around, confirm, lang }) {
    if (!entries.some(({ type }) => type === 'message')) return { title: 'Nothing has been said in this session yet.' };
    const [, first = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(args) ?? [];
    const named = EXPORT_FORMATS.find((format) => format === first);
    const file = (named ? rest : args).trim() || undefined;
    if (!named && /^[^\s./\\]+$/.test(args)) {
      const formats = EXPORT_FORMATS.join(', ');
      return { problem: { title: `Not a format: ${args}. Formats: ${formats}; a file is named with its ending.` } };
    }
    const format = named ?? EXPORT_FORMATS.find((each) => file?.toLowerCase().endsWith(`.${each}`)) ?? 'html';
    try {
      let exported = await around.exportSession(format, file, false);
      if (exported.status === 'exists') {
        const [yes, no] = [inLanguage('Replace it', lang), inLanguage('Leave it', lang)];
        const replace = await confirm({ title: `${exported.path} exists already.` }, yes, no);
        if (!replace) return { title: `Not exported: ${exported.path} stays as it is.` };
        exported = await around.exportSession(format, file, true);
      }
      return { title: `Exported to ${exported.path}` };
    } catch (error) {
      const why = codeOf(error) === 'ENOENT' ? `the folder of ${file} does not exist.` : messageOf(error);
      return { problem: { title: `Not exported: ${why}` } }; // whatever the disk has against it
    }
  },
});
