/** Messages without a terminal, in Chinese. */

import { late } from '../../base/late.ts';
import type { HeadlessWords } from '../en/headless.ts';
import { views } from './views.ts';

const words = (): HeadlessWords => ({
  get views() {
    return views();
  },
  nothingSaid: `coder：无事可做：标准输入是空的。
用 coder -p "…" 说点什么，用管道传入消息，或在终端中启动 coder。
不用密钥先看演示：coder demo。更多说明：coder --help
`,
  pipeSilent: '标准输入一秒钟内没有内容，已忽略；--stdin 会等待它，--no-stdin 从不读取它。',
  withoutServers: (names) => `以下 MCP 服务器未启用：${names}（“coder mcp list” 说明原因）`,
  statuses: { failed: '失败', denied: '被拒绝', cancelled: '已取消' },
  exit: (code) => `退出码 ${code}，`,
  retry: (attempt, of, seconds, reason) => `${seconds} 秒后重试（第 ${attempt}/${of} 次）：${reason}`,
  compacted: (before, after) => `上下文已压缩：${before} → ${after} tokens`,
});

export const headless = late(words);
