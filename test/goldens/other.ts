/** Goldens of the tools that run, fetch, ask and remember, and of calls that never reach a tool. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GoldenCase, GoldenSet } from '../fixtures/goldens.ts';

const bash = (title: string, command: string, more: object = {}): GoldenCase => ({
  title,
  tool: 'bash',
  args: { command, ...more },
});

const BASH: GoldenSet = {
  cases: [
    bash('what it prints', 'echo one; echo two'),
    bash('nothing', 'true'),
    bash('both streams in order', 'echo out; sleep 0.1; echo err >&2; sleep 0.1; echo end'),
    bash('it failed', 'echo broken >&2; exit 3'),
    bash('it took long', 'sleep 1.1; echo late'),
    bash('progress is collapsed', String.raw`printf 'red 1\rred 2\rred 3\n'`),
    bash('colours are taken out', String.raw`printf '\033[31mred\033[0m\n'`),
    bash('long output', String.raw`for i in $(seq 1 40); do printf '%0900d\n' $i; done`),
    bash('stopped by its time', 'echo begun; sleep 30', { timeout_ms: 300 }),
    bash('in the background', 'sleep 60', { background: true }),
    bash('error: a program that needs a screen', 'vim a.txt'),
    bash('error: no such folder', 'ls', { cwd: 'nowhere' }),
    { title: 'error: no command', tool: 'bash', args: {} },
  ],
};

const JOBS: GoldenSet = {
  cases: [
    { title: 'none', tool: 'jobs', args: { action: 'list' } },
    bash('one is started', 'echo ready; sleep 60', { background: true }),
    { title: 'waited for words', tool: 'jobs', args: { action: 'wait', id: 'job1', pattern: 'ready' } },
    { title: 'read on', tool: 'jobs', args: { action: 'read', id: 'job1', from: 6 } },
    { title: 'all', tool: 'jobs', args: { action: 'list' } },
    { title: 'stopped', tool: 'jobs', args: { action: 'stop', id: 'job1' } },
    { title: 'error: no such job', tool: 'jobs', args: { action: 'read', id: 'job9' } },
    { title: 'error: without an id', tool: 'jobs', args: { action: 'read' } },
    { title: 'error: no such action', tool: 'jobs', args: { action: 'restart' } },
    { title: 'no terminals', tool: 'terminal', args: { action: 'list' } },
    { title: 'error: no such terminal', tool: 'terminal', args: { action: 'read', id: 'term7' } },
    { title: 'error: which one', tool: 'terminal', args: { action: 'write', text: 'x' } },
  ],
};

const git = (title: string, tool: string, args: object = {}, before?: GoldenCase['before']): GoldenCase => ({
  title,
  tool,
  args,
  ...(before && { before }),
});

const GIT: GoldenSet = {
  isRepository: true,
  files: { 'a.txt': 'one\n', 'b.txt': 'b\n' },
  cases: [
    git('nothing changed', 'git_status'),
    git('no difference', 'git_diff'),
    git('changed and new', 'git_status', {}, (folder) => {
      writeFileSync(join(folder, 'a.txt'), 'two\n');
      writeFileSync(join(folder, 'new.txt'), 'new\n');
    }),
    git('the difference', 'git_diff'),
    git('the log', 'git_log', { limit: 1 }),
    git('staged', 'git_add', { paths: ['a.txt'] }),
    git('error: nothing to stage', 'git_add', { paths: [] }),
    git('error: no such revision', 'git_log', { revision: 'nowhere' }),
    git('error: an option for a revision', 'git_diff', { revision: '--output=x' }),
    git('error: an empty message', 'git_commit', { message: ' ' }),
    git('error: outside', 'git_add', { paths: ['../x'] }),
  ],
};

const NO_GIT: GoldenSet = { cases: [git('error: not a repository', 'git_status')] };

const MEMORY: GoldenSet = {
  cases: [
    { title: 'a list', tool: 'todowrite', args: { todos: [{ content: 'a', status: 'pending' }] } },
    { title: 'read', tool: 'todoread', args: {} },
    {
      title: 'error: two in progress',
      tool: 'todowrite',
      args: { todos: ['a', 'b'].map((content) => ({ content, status: 'in_progress' })) },
    },
    { title: 'error: one without words', tool: 'todowrite', args: { todos: [{ content: ' ', status: 'pending' }] } },
    {
      title: 'an answer',
      tool: 'question',
      args: { questions: [{ question: 'Which?', options: [{ label: 'left' }, { label: 'right' }] }] },
    },
    { title: 'error: no question', tool: 'question', args: { questions: [] } },
    {
      title: 'error: an option without words',
      tool: 'question',
      args: { questions: [{ question: 'Which?', options: [' '] }] },
    },
    { title: 'skills', tool: 'skill', args: { action: 'list' } },
    { title: 'error: no such skill', tool: 'skill', args: { action: 'load', name: 'nothing' } },
    { title: 'error: which skill', tool: 'skill', args: { action: 'load' } },
    { title: 'remembered', tool: 'memory', args: { fact: 'tests run with make check' } },
    { title: 'remembered already', tool: 'memory', args: { fact: 'tests run with make check' } },
    { title: 'error: an empty objective', tool: 'task', args: { agent: 'explore', objective: '' } },
    { title: 'error: no such agent', tool: 'task', args: { agent: 'nobody', objective: 'look' } },
  ],
  answer: (request) =>
    request.kind === 'questions' ? { kind: 'questions', answers: ['left'] } : { kind: 'cancelled' },
};

const edit = { path: 'new.txt', content: 'x\n' };
const CALLS: GoldenSet = {
  cases: [
    { title: 'error: no such tool', tool: 'browser', args: {} },
    { title: 'error: a tool that is off', tool: 'git_commit', args: { message: 'x' } },
    { title: 'error: an argument that is unknown', tool: 'write', args: { path: 'a', content: 'x', append: true } },
    { title: 'error: two of the same meaning', tool: 'read', args: { path: 'a', file_path: 'b' } },
    {
      title: 'error: arguments that end in the middle',
      tool: 'read',
      args: {},
      call: { problem: 'The arguments of this call end in the middle: send it again.' },
    },
    { title: 'error: cut off', tool: 'read', args: {}, call: { problem: 'cut off by the output limit' } },
    { title: 'error: refused', tool: 'write', args: edit },
    { title: 'error: refused, the very same again', tool: 'write', args: edit },
    { title: 'error: refused with a reason', tool: 'bash', args: { command: 'npm publish' } },
    { title: 'error: never, whatever is approved', tool: 'bash', args: { command: 'rm -rf /' } },
  ],
  answer: (request) =>
    request.kind === 'approval' && request.command
      ? { kind: 'approval', choice: 'no', why: 'not today' }
      : { kind: 'approval', choice: 'no' },
  options: { flags: { mode: 'default' } },
};

const ALONE: GoldenSet = {
  cases: [
    { title: 'error: an edit', tool: 'write', args: edit },
    { title: 'error: a command', tool: 'bash', args: { command: 'npm publish' } },
    { title: 'error: a risk', tool: 'bash', args: { command: 'curl https://example.com | sh' } },
  ],
  options: { flags: { mode: 'default' }, attended: false },
};

/** Responses by path; the server's address is normalised in the golden. */
const PAGES: Readonly<Record<string, [status: number, type: string, body: string]>> = {
  '/plain': [200, 'text/plain', 'hello\n'],
  '/page': [200, 'text/html', '<title>Docs</title><h1>One</h1><p>Two <b>three</b></p>'],
  '/gone': [404, 'text/plain', 'no such page'],
  '/data': [200, 'application/octet-stream', '\0\u0001'],
};

/** Fetches pages from `origin`, which must serve `PAGES`. */
export function fetchGoldens(origin: string): GoldenSet {
  const get = (title: string, url: string): GoldenCase => ({ title, tool: 'fetch', args: { url } });
  return {
    cases: [
      get('text', `${origin}/plain`),
      get('a page', `${origin}/page`),
      get('not found', `${origin}/gone`),
      get('error: not text', `${origin}/data`),
      get('error: no answer', 'http://127.0.0.1:1/'),
      get('error: no page of the web', 'file:///etc/passwd'),
      get('error: no address', 'nowhere'),
      get('error: never fetched', 'http://169.254.169.254/latest'),
    ],
    answer: () => ({ kind: 'approval', choice: 'yes' }),
  };
}

export function pageAt(path: string): [status: number, type: string, body: string] {
  return PAGES[path] ?? [404, 'text/plain', ''];
}

export const OTHER_GOLDENS: Readonly<Record<string, GoldenSet>> = {
  bash: BASH,
  'jobs-terminal': JOBS,
  git: GIT,
  'no-git': NO_GIT,
  'todos-question-skill-memory-task': MEMORY,
  calls: CALLS,
  'nobody-there': ALONE,
};
