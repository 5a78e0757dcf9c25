/** `/config`: settings that differ from the defaults, where they were set, and how to change them. */

import { saidIn } from '../words/fault.ts';
import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'config',
  words: {
    en: {
      settingsInForce: 'Changed from the defaults',
      allDefaults: 'Everything is at its default.',
      settingAt: (setting: string, where: string) => `${setting}  (${where})`,
      settingsFiles: (files: string) => `Files: ${files}`,
      changeSettings: 'coder config edit opens your own file, coder config set KEY VALUE changes one value.',
    },
    'zh-CN': {
      settingsInForce: '默认值以外的设置',
      allDefaults: '全部为默认值。',
      settingAt: (setting, where) => `${setting}（${where}）`,
      settingsFiles: (files) => `文件：${files}`,
      changeSettings: 'coder config edit 打开您自己的文件，coder config set KEY VALUE 修改一个值。',
    },
  },
  async run(_args, { setup }, say) {
    const { files, changed } = await setup.settings();
    const width = Math.max(0, ...changed.map(({ key }) => key.length));
    const items = changed.map(({ key, value, where }) =>
      say.settingAt(`${key.padEnd(width)}  ${value}`, saidIn(where, say.faults)),
    );
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
