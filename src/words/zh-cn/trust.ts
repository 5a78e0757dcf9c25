/** Messages about what a project brings along, and whether it may be used, in Chinese. */

import { late } from '../../base/late.ts';
import type { TrustKind, TrustProblem, TrustState } from '../../protocol/trust.ts';
import type { TrustWords } from '../en/trust.ts';

const kinds: Record<TrustKind, string> = {
  settings: '设置',
  instructions: '说明文件',
  skill: '技能',
  command: '命令',
  agent: '智能体',
  hook: '钩子',
  server: '服务器',
  plugin: '插件',
};
const states: Record<TrustState, string> = {
  trusted: '已信任',
  reworded: '已信任；文字此后有改动',
  changed: '信任之后有改动，因此不使用',
  new: '未信任，因此不使用',
};
const problems: Record<TrustProblem, string> = {
  unreadable: '无法读取：永不使用',
  'leads-out': '指向项目之外或可能含有机密的文件：永不使用',
  'too-large': '过大：永不使用',
  'too-many': '过多：永不使用',
};

const words = (): TrustWords => ({
  kinds,
  manyKinds: kinds,
  states,
  problems,
  notUsed: (what) => `此项目自带尚未被信任的内容，不会使用：${what} · /trust`,
  changed: (what) => `信任之后有改动，不会使用：${what} · /trust diff`,
  reworded: (name, additions, deletions) => `${name} 在信任之后有改动（+${additions} −${deletions}）· /trust diff`,
  asElsewhere: (count, root) => `${count} 项与 ${root}（同一仓库）中信任的相同 · /trust`,
  none: '此项目没有需要您信任的设置、说明、钩子或其他内容。',
  title: (hash) => `此项目自带的内容（${hash}）`,
  as: (root) => `同 ${root}`,
  usage: '/trust show 项 或 /trust diff [项] 查看，/trust add [项] 信任，/trust revoke 项|all 撤销信任',
  cliUsage: '用法：coder trust [--print | show 项 | diff [项] | add 项… | revoke 项…|all] [--json]',
  unknownItem: (name, near) => `此项目没有 ${name}。${near === undefined ? '' : `您是否指 ${near}？`}`,
  whichItem: '哪一项？',
  nothingToAdd: '此项目自带的内容均已信任。',
  nothingChanged: '信任之后没有改动。',
  addAll: (count) => `按现在的内容信任这 ${count} 项`,
  addOne: (name) => `按现在的内容信任 ${name}`,
  no: '否',
  added: (names) => `已信任：${names}`,
  atNextStart: '设置在下次启动时生效。',
  notAdded: '没有信任任何内容。',
  neverAdded: (name, problem) => `无法信任 ${name}：${problem}。`,
  revoked: (count) => `已撤销对 ${count} 项的信任。`,
  askChanged: (name) => `${name} 已不是您信任的内容。使用此版本`,
  yesThis: '此版本',
  wholeDiff: 'd：完整差异',
  linesMore: (count) => `… 还有 ${count} 行`,
  binary: (path, size, mark) => `${path}：大小 ${size}，sha256 ${mark}`,
  otherSet: (wanted, is) => `--trust ${wanted} 与此项目自带的内容（${is}）不符：不信任任何内容。`,
});

export const trust = late(words);
