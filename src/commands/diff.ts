/** `/diff`: changes in the workspace since the session began; `full` or a path shows them line by line, `all` adds earlier changes. */

import { textWidth } from '../base/text/text-width.ts';
import { visibleLine } from '../base/text/visible.ts';
import type { DiffedFile, WorkspaceDiff } from '../protocol/undo.ts';
import type { Block } from '../protocol/view.ts';
import { filesOf } from '../words/en/files-of.ts';
import { defineWords } from '../words/own-words.ts';
import { defineCommand, type Spoken } from './command.ts';

const LONGEST_BAR = 40;

const words = defineWords({
  en: {
    noChanges: (path: string | undefined) =>
      `No changes${path === undefined ? '' : ` to ${path}`} since the session began.`,
    changes: (files: number, added: number, deleted: number) =>
      `${filesOf(files)} changed since the session began: +${added} -${deleted}`,
    changedOutside: 'Changed outside the turns of this session, compared with git:',
    changedEarlier: (files: number) =>
      `${filesOf(files)} had uncommitted changes before it began; /diff all shows ${files === 1 ? 'it' : 'them'} too.`,
    diffLines: (diff: string) => `${diff} full shows the lines, ${diff} PATH those of one file.`,
    beforeSession: 'Changed before the session began, compared with the last commit:',
    changedUnknown: 'Changed outside the session, with no earlier copy to compare with:',
  },
  'zh-CN': {
    noChanges: (path) => `会话开始以来${path === undefined ? '' : ` ${path} `}没有改动。`,
    changes: (files, added, deleted) => `会话开始以来改动了 ${files} 个文件：+${added} -${deleted}`,
    changedOutside: '不是由本次会话的回合修改，与 git 比较：',
    changedEarlier: (files) => `git 显示此前已有 ${files} 个文件被改动；/diff all 一并显示。`,
    diffLines: (diff) => `${diff} full 逐行显示，${diff} 路径 只显示一个文件。`,
    beforeSession: '会话开始前的改动，与最后一次提交比较：',
    changedUnknown: '由外部修改，没有更早的副本可比较：',
  },
});
type Say = Spoken<typeof words>;

export default defineCommand({
  name: 'diff',
  words,
  async run(args, { files: record }, say) {
    const [, all, rest = ''] = /^(all\b)?\s*(.*)$/s.exec(args) ?? [];
    const isFull = rest === 'full';
    const path = isFull || rest === '' ? undefined : rest;
    const changes = await record.diff(path, all !== undefined);
    const { files, unknown, earlier } = changes;
    const before = earlier > 0 && all === undefined ? [text(say.changedEarlier(earlier))] : [];
    if (files.length === 0 && unknown.length === 0) {
      return { title: say.noChanges(path), ...(before.length > 0 && { body: before }) };
    }
    const isWhole = isFull || path !== undefined;
    const shown = isWhole
      ? wholeOf(changes, say)
      : [...statOf(changes, say), text(say.diffLines(all === undefined ? '/diff' : '/diff all'))];
    return { title: titleOf(changes, say), body: [...shown, ...before] };
  },
});

function titleOf({ files: all, unknown }: WorkspaceDiff, say: Say): string {
  const files = all.filter(({ earlier }) => !earlier);
  if (files.length === 0 && unknown.length === 0) return say.noChanges(undefined);
  const sum = (key: 'additions' | 'deletions') => files.reduce((total, file) => total + file[key], 0);
  return say.changes(files.length + unknown.length, sum('additions'), sum('deletions'));
}

function statOf({ files, unknown }: WorkspaceDiff, say: Say): Block[] {
  const width = Math.max(0, ...files.map(({ path }) => textWidth(visibleLine(path))));
  const most = Math.max(1, ...files.map(({ additions, deletions }) => additions + deletions));
  const lines = (part: readonly DiffedFile[]) =>
    part.map((file) => statLine(file, width, Math.min(1, LONGEST_BAR / most)));
  const own = lines(files.filter(({ outside, earlier }) => !outside && !earlier));
  const before = lines(files.filter(({ earlier }) => earlier));
  const others = lines(files.filter(({ outside }) => outside));
  return [
    ...(own.length > 0 ? [list(own)] : []),
    ...(others.length > 0 ? [text(say.changedOutside), list(others)] : []),
    ...unknownOf(unknown, say),
    ...(before.length > 0 ? [text(say.beforeSession), list(before)] : []),
  ];
}

function statLine({ path, additions, deletions, diff }: DiffedFile, width: number, scale: number): string {
  const shown = visibleLine(path);
  const name = shown + ' '.repeat(width - textWidth(shown));
  if (additions + deletions === 0) return `${name} | ${diff.split(':', 1)[0] ?? ''}`;
  const bar = '+'.repeat(Math.ceil(additions * scale)) + '-'.repeat(Math.ceil(deletions * scale));
  return `${name} | ${additions + deletions} ${bar}`;
}

function wholeOf({ files, unknown }: WorkspaceDiff, say: Say): Block[] {
  const diff = files.map((file) => file.diff).join('');
  return [...(diff === '' ? [] : [{ type: 'diff' as const, diff }]), ...unknownOf(unknown, say)];
}

function unknownOf(unknown: readonly string[], say: Say): Block[] {
  return unknown.length > 0 ? [text(say.changedUnknown), list(unknown.map(visibleLine))] : [];
}

function text(value: string): Block {
  return { type: 'text', text: value };
}

function list(items: readonly string[]): Block {
  return { type: 'list', items: [...items] };
}
