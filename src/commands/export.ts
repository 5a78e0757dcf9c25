/** `/export [html|md|json] [FILE]`: writes this session to a file for others to read. */

import { codeOf, messageOf } from '../base/errors.ts';
import { EXPORT_FORMATS } from '../protocol/session.ts';
import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'export',
  async run(args, { session, person, say }) {
    if (!session.entries.some(({ type }) => type === 'message')) return { title: say.nothingSaid };
    const [, first = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(args) ?? [];
    const named = EXPORT_FORMATS.find((format) => format === first);
    const file = (named ? rest : args).trim() || undefined;
    if (!named && /^[^\s./\\]+$/.test(args)) {
      return { problem: { title: say.notAFormat(args, EXPORT_FORMATS.join(', ')) } };
    }
    const format = named ?? EXPORT_FORMATS.find((each) => file?.toLowerCase().endsWith(`.${each}`)) ?? 'html';
    try {
      let exported = await session.export(format, file, false);
      if (exported.status === 'exists') {
        const replace = await person.confirm({ title: say.fileExists(exported.path) }, say.replaceIt, say.leaveIt);
        if (!replace) return { title: say.fileStays(exported.path) };
        exported = await session.export(format, file, true);
      }
      return { title: say.exported(exported.path) };
    } catch (error) {
      const why = codeOf(error) === 'ENOENT' ? say.noFolder(file ?? '') : messageOf(error);
      return { problem: { title: say.notExported(why) } }; // any error of the file system
    }
  },
});
