/** The text around the conversation in an exported session, in Chinese. */

import { late } from '../../base/late.ts';
import type { PageWords } from '../en/page.ts';
import { views } from './views.ts';

const words = (): PageWords => ({
  get views() {
    return views();
  },
  you: '您',
  assistant: '助手',
  thinking: '思考',
  todos: '待办',
  attached: '附件',
  interrupted: '[已中断]',
  image: (type) => `[图片：${type}]`,
  noOutput: '（无输出）',
  exit: (code) => `退出码 ${code}`,
  status: { open: '没有结果', failed: '失败', denied: '被拒绝', cancelled: '已取消' },
  verdict: { allow: '允许', ask: '允许', deny: '拒绝' },
  decided: {
    user: (verdict) => `由用户${verdict}`,
    auto: (verdict) => `按设置${verdict}`,
    hook: (verdict) => `由钩子${verdict}`,
    nobody: (verdict) => `无人可问，${verdict}`,
  },
  session: '会话',
  started: '开始于',
  lasted: '历时',
  folder: '目录',
  model: '模型',
  turns: '回合',
  tokens: 'token 数',
  inAndOut: (input, output) => `输入 ${input}，输出 ${output}`,
  seconds: (count) => `${count} 秒`,
  minutes: (count) => `${count} 分钟`,
  hours: (hours, minutes) => `${hours} 小时 ${minutes} 分钟`,
  search: '搜索（/）',
  searchHere: '在此会话中搜索',
  found: (found, all) => `${all} 条中有 ${found} 条`,
  foldAll: '全部折叠',
  unfoldAll: '全部展开',
  footer: 'coder 会话。所有内容都在此文件中；它不加载任何其他内容。',
  shortened: (by) => `较早的对话已压缩（${by}）`,
  shorteningUndone: '上一次压缩已撤销',
  undone: (turns) => `撤销：${turns} 个回合的文件`,
  redone: (turns) => `重做：${turns} 个回合的文件`,
  turnEnded: (why) => `回合结束：${why}`,
});

export const page = late(words);
