/** `/diff`: changes in the workspace since the session began; `full` or a path shows them line by line, `all` adds earlier changes. */

import { textWidth } from '../base/text/text-width.ts';
import type { DiffedFile, WorkspaceDiff } from '../protocol/undo.ts';
import type { Block } from '../protocol/view.ts';
import type { CommandWords } from '../words/en/commands.ts';
import { defineCommand } from './command.ts';

const LONGEST_BAR = 40;

export default defineCommand({
  name: 'diff',
  async run(args, { files: record, say }) {
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
    const shown = isWhole ? wholeOf(changes, say) : [...statOf(changes, say), text(say.diffLines)];
    return { title: titleOf(changes, say), body: [...shown, ...before] };
  },
});

function titleOf({ files: all, unknown }: WorkspaceDiff, say: CommandWords): string {
  const files = all.filter(({ earlier }) => !earlier);
  if (files.length === 0 && unknown.length === 0) return say.noChanges(undefined);
  const sum = (key: 'additions' | 'deletions') => files.reduce((total, file) => total + file[key], 0);
  return say.changes(files.length + unknown.length, sum('additions'), sum('deletions'));
}

function statOf({ files, unknown }: WorkspaceDiff, say: CommandWords): Block[] {
  const width = Math.max(0, ...files.map(({ path }) => textWidth(path)));
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
  const name = path + ' '.repeat(width - textWidth(path));
  if (additions + deletions === 0) return `${name} | ${diff.split(':', 1)[0] ?? ''}`;
  const bar = '+'.repeat(Math.ceil(additions * scale)) + '-'.repeat(Math.ceil(deletions * scale));
  return `${name} | ${additions + deletions} ${bar}`;
}

function wholeOf({ files, unknown }: WorkspaceDiff, say: CommandWords): Block[] {
  const diff = files.map((file) => file.diff).join('');
  return [...(diff === '' ? [] : [{ type: 'diff' as const, diff }]), ...unknownOf(unknown, say)];
}

function unknownOf(unknown: readonly string[], say: CommandWords): Block[] {
  return unknown.length > 0 ? [text(say.changedUnknown), list(unknown)] : [];
}

function text(value: string): Block {
  return { type: 'text', text: value };
}

function list(items: readonly string[]): Block {
  return { type: 'list', items: [...items] };
}
