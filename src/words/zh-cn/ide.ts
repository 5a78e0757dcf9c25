/** Messages about the editor beside the terminal, in Chinese. */

import { late } from '../../base/late.ts';
import type { IdeWords } from '../en/ide.ts';

const words = (): IdeWords => ({
  anEditor: '编辑器',
  linesSelected: (count) => `选中 ${count} 行`,
  openFiles: (count) => `${count} 个打开的文件`,
  connected: (editor) => `[ide] 已连接 ${editor}：您在那里查看的内容会随提示词一起发送。/ide 查看，/ide off 停止。`,
  lost: (editor) => `[ide] ${editor} 已断开。发送下一条提示词时 coder 会再次查找。`,
  refused: (editor, why) => `[ide] 无法连接 ${editor}：${why} 用 /ide on 重试。`,
  unsaved: (names) => `编辑器中有未保存的修改：${names.join('，')}`,
  changed: (names) => `[ide] 按您在编辑器中的修改写入：${names.join('，')}`,
  states: {
    off: '没有编辑器：已关闭。/ide on 连接。',
    connecting: '正在连接编辑器 …',
    none: '没有连接编辑器。请在装有配套插件的编辑器的终端中运行 coder，或在那里打开此目录。',
  },
  failed: (why) => `没有连接编辑器：${why} 用 /ide on 重试。`,
  connectedTo: (editor, port) => `已连接：${editor}（端口 ${port}）`,
  next: '下一条提示词会附带：',
  nothingNew: '下一条提示词不附带内容：模型已知道您在看什么。',
  others: '其他；用 /ide PORT 切换：',
  passedOver: {
    foreign: '未使用：它属于其他用户，或其他用户可以修改',
    stale: '未使用：其编辑器已退出',
    elsewhere: '那里打开的是另一个目录',
    unreadable: '未使用：无法读取',
  },
  notOne: (port) => `没有端口为 ${port} 且打开此目录的编辑器。/ide 列出可用的编辑器。`,
  usage: '用法：/ide、/ide on、/ide off 或 /ide PORT',
  off: '已断开。/ide on 重新连接。',
});

export const ide = late(words);
