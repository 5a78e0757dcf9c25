/** `/doctor`: the checks of `coder doctor`, shown in the conversation. */

import { cleanLine } from '../base/text/sanitize.ts';
import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'doctor',
  words: {
    en: {
      doctorElsewhere: 'Run "coder doctor" in a shell.',
      checked: 'This machine',
      marks: { ok: 'ok  ', warn: 'note', fail: 'FAIL' },
      advised: (line: string, advice: string) => `${line} (${advice})`,
    },
    'zh-CN': {
      doctorElsewhere: '请在 shell 里运行 "coder doctor"。',
      checked: '本机',
      marks: { ok: '正常', warn: '注意', fail: '失败' },
      advised: (line, advice) => `${line}（${advice}）`,
    },
  },
  async run(_args, { setup }, say) {
    const checks = await setup.examine();
    if (!checks) return { problem: { title: say.doctorElsewhere } };
    const width = Math.max(...checks.map(({ name }) => name.length));
    const items = checks.map(({ name, status, detail, advice }) => {
      const line = `${say.marks[status]}  ${name.padEnd(width)}  ${cleanLine(detail)}`;
      return advice === undefined ? line : say.advised(line, cleanLine(advice));
    });
    return { title: say.checked, body: [{ type: 'list', items }] };
  },
});
