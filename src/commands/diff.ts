/** `/diff`: what changed in the workspace since the session began; `/diff full` or `/diff PATH`: line by line. */

import { defineCommand } from '../protocol/command.ts';
import type { DiffedFile, WorkspaceDiff } from '../protocol/undo.ts';
import type { Block } from '../protocol/view.ts';

const LONGEST_BAR = 40;

export default defineCommand({
  name: 'diff',
  async run(args, { undo }) {
    if (!undo) return { title: 'No changes are kept here.' };
    const isFull = args === 'full';
    const path = isFull || args === '' ? undefined : args;
    const changes = await (await undo()).diff(path);
    const { files, unknown } = changes;
    if (files.length === 0 && unknown.length === 0) {
      return { title: `No changes${path === undefined ? '' : ` to ${path}`} since the session began.` };
    }
    return { title: titleOf(changes), body: isFull || path !== undefined ? wholeOf(changes) : statOf(changes) };
  },
});

function titleOf({ files, unknown }: WorkspaceDiff): string {
  const sum = (key: 'additions' | 'deletions') => files.reduce((total, file) => total + file[key], 0);
  const count = files.length + unknown.length;
  return `${count === 1 ? '1 file' : `${count} files`} changed since the session began: +${sum('additions')} -${sum('deletions')}`;
}

function statOf({ files, unknown }: WorkspaceDiff): Block[] {
  const width = Math.max(0, ...files.map(({ path }) => path.length));
  const most = Math.max(1, ...files.map(({ additions, deletions }) => additions + deletions));
  const lines = (part: readonly DiffedFile[]) =>
    part.map((file) => statLine(file, width, Math.min(1, LONGEST_BAR / most)));
  const own = lines(files.filter(({ outside }) => !outside));
  const others = lines(files.filter(({ outside }) => outside));
  return [
    ...(own.length > 0 ? [list(own)] : []),
    ...(others.length > 0 ? [text('Not by a turn of this session, compared with git:'), list(others)] : []),
    ...unknownOf(unknown),
  ];
}

function statLine({ path, additions, deletions, diff }: DiffedFile, width: number, scale: number): string {
  const name = path.padEnd(width);
  if (additions + deletions === 0) return `${name} | ${diff.split(':', 1)[0] ?? ''}`;
  const bar = '+'.repeat(Math.ceil(additions * scale)) + '-'.repeat(Math.ceil(deletions * scale));
  return `${name} | ${additions + deletions} ${bar}`;
}

function wholeOf({ files, unknown }: WorkspaceDiff): Block[] {
  const diff = files.map((file) => file.diff).join('');
  return [...(diff === '' ? [] : [{ type: 'diff' as const, diff }]), ...unknownOf(unknown)];
}

function unknownOf(unknown: readonly string[]): Block[] {
  return unknown.length > 0 ? [text('Changed by somebody else, with no earlier copy to compare:'), list(unknown)] : [];
}

function text(value: string): Block {
  return { type: 'text', text: value };
}

function list(items: readonly string[]): Block {
  return { type: 'list', items: [...items] };
}
