/** `git_status`: shows the branch and what differs from the last commit. */

import { type Infer, object } from '../base/schema.ts';
import type { Git } from '../host/git/git.ts';
import { defineTool, ok, type Tool } from '../protocol/tool.ts';
import { said } from './for-model/plain-text.ts';
import { gitView } from './git/git-view.ts';

export interface GitDeps {
  git: Git;
}

const input = object({});
type Args = Infer<typeof input>;

export function gitStatusTool({ git }: GitDeps): Tool<Args> {
  return defineTool<Args>({
    name: 'git_status',
    description: 'Branch and changed files.',
    input,
    effect: 'read',
    permission: 'read',
    async execute(_args, { signal }) {
      const answer = await git.read(['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all'], signal);
      if (answer.status !== 'ok') return answer;
      const { branch, files } = parseStatus(answer.stdout);
      const shown = files.slice(0, MAX_FILES);
      return ok({
        ...branch,
        clean: files.length === 0,
        files: shown,
        truncated: answer.truncated || files.length > shown.length,
      });
    },
    forModel: said(statusText),
    view: (_args, outcome) =>
      gitView('status', outcome, ({ files }) => {
        const lines = (files as ChangedFile[]).map(({ state, path }) => `${state} ${path}`);
        return lines.length > 0
          ? { type: 'list', items: lines }
          : { type: 'list', items: ['nothing changed'], fact: { is: 'nothing-changed' } };
      }),
  });
}

function statusText(result: Record<string, unknown>): string {
  const { branch, commit = '', upstream, ahead, behind } = result as Branch;
  const { files, truncated } = result;
  const behindBy = [...(ahead ? [`ahead ${ahead}`] : []), ...(behind ? [`behind ${behind}`] : [])];
  const tracked = upstream === undefined ? '' : `...${upstream}`;
  const head = `## ${branch ?? `detached at ${commit}`}${tracked}`;
  const rows = (files as ChangedFile[]).map(
    ({ state, path, from }) => `${state.replaceAll('.', ' ')} ${from === undefined ? '' : `${from} -> `}${path}`,
  );
  return [
    behindBy.length > 0 ? `${head} [${behindBy.join(', ')}]` : head,
    ...(rows.length > 0 ? rows : ['nothing changed']),
    ...(truncated === true ? ['[there are more]'] : []),
  ].join('\n');
}

const MAX_FILES = 500;

interface ChangedFile {
  /** Two letters as in `git status --short`: the index and the working tree. */
  state: string;
  path: string;
  from?: string;
}

interface Branch {
  branch?: string;
  commit?: string;
  upstream?: string;
  ahead?: number;
  behind?: number;
}

/** Parses porcelain v2 with NUL separators: each record starts with its kind, and a rename is followed by its old name. */
function parseStatus(text: string): { branch: Branch; files: ChangedFile[] } {
  const branch: Branch = {};
  const files: ChangedFile[] = [];
  const records = text.split('\0');
  for (let at = 0; at < records.length; at += 1) {
    const record = records[at] ?? '';
    const [kind, second = ''] = record.split(' ', 2);
    if (kind === '#') Object.assign(branch, parseHeader(record));
    else if (kind === '?') files.push({ state: '??', path: record.slice(2) });
    else if (kind === '1') files.push({ state: second, path: afterFields(record, 8) });
    else if (kind === 'u') files.push({ state: second, path: afterFields(record, 10) });
    else if (kind === '2') {
      at += 1;
      files.push({ state: second, path: afterFields(record, 9), from: records[at] ?? '' });
    }
  }
  return { branch, files };
}

function parseHeader(record: string): Branch {
  const [, name, value = '', more = ''] = record.split(' ');
  switch (name) {
    case 'branch.oid':
      return value === '(initial)' ? {} : { commit: value };
    case 'branch.head':
      return { branch: value };
    case 'branch.upstream':
      return { upstream: value };
    case 'branch.ab':
      return { ahead: Number(value), behind: -Number(more) };
    default:
      return {};
  }
}

/** The text after `count` fields: the path, which is the last field and may contain spaces. */
function afterFields(record: string, count: number): string {
  let at = 0;
  for (let field = 0; field < count; field += 1) at = record.indexOf(' ', at) + 1;
  return record.slice(at);
}
