/** `/export [html|md|json] [FILE]`: writes this session to a file for others to read. */

import { codeOf } from '../base/errors.ts';
import { EXPORT_FORMATS } from '../protocol/session.ts';
import { faultText } from '../words/fault.ts';
import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'export',
  words: {
    en: {
      notAFormat: (typed: string, all: string) =>
        `Not a format: ${typed}. Formats: ${all}; give a file name with its extension.`,
      fileExists: (path: string) => `${path} already exists.`,
      replaceIt: 'Replace it',
      fileStays: (path: string) => `Not exported: ${path} was left unchanged.`,
      exported: (path: string) => `Exported to ${path}`,
      notExported: (why: string) => `Not exported: ${why}`,
      noFolder: (file: string) => `the folder of ${file} does not exist.`,
    },
    'zh-CN': {
      notAFormat: (typed, all) => `未知格式：${typed}。可用格式：${all}；文件名要带扩展名。`,
      fileExists: (path) => `${path} 已存在。`,
      replaceIt: '替换',
      fileStays: (path) => `未导出：${path} 保持不变。`,
      exported: (path) => `已导出到 ${path}`,
      notExported: (why) => `未导出：${why}`,
      noFolder: (file) => `${file} 所在的目录不存在。`,
    },
  },
  async run(args, { session, person }, say) {
    if (!session.entries.some(({ type }) => type === 'message')) return { problem: { title: say.nothingSaid } };
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
      const why = codeOf(error) === 'ENOENT' ? say.noFolder(file ?? '') : faultText(error, say.faults);
      return { problem: { title: say.notExported(why) } }; // any error of the file system
    }
  },
});
