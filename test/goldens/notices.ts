/** Goldens of coder's own messages to the model and of terminal programs, built from fixed facts by the production functions. */

import { shortenResult } from '../../src/context/shorten.ts';
import { askToFix } from '../../src/core/verify/ask-to-fix.ts';
import { toModel } from '../../src/log/to-model.ts';
import { type Message, type ToolMessage, textOf } from '../../src/protocol/message.ts';
import { ok } from '../../src/protocol/tool.ts';
import { terminalText } from '../../src/tools/for-model/terminal-text.ts';

const check = {
  command: 'pytest -q',
  exitCode: 1,
  output: '25 failed, 1636 passed',
  savedPath: undefined,
  own: undefined,
  known: [],
};
const big: ToolMessage = {
  role: 'tool',
  callId: 'c',
  name: 'read',
  title: 'big.txt',
  text: 'line\n'.repeat(200).trimEnd(),
  outcome: ok({}),
};
const said = (how: 'while-working' | 'after-stop'): Message => ({
  role: 'user',
  said: how,
  content: [{ type: 'text', text: 'use parametrize' }],
});
const running = {
  terminal: 'term1',
  state: 'running',
  changed: '>>> 4\n>>> ',
  cursor: { row: 9, column: 5 },
  waiting_for_input: true,
};

const NOTICES: readonly (readonly [title: string, text: string])[] = [
  ['a check failed', askToFix(check)],
  [
    'a check failed that the model had passed in its own way',
    askToFix({ ...check, own: 'PYTHONPATH=src pytest -q', savedPath: '.coder/cache/x.txt' }),
  ],
  ['a check failed, and some of it did before', askToFix({ ...check, known: ['test_old'] })],
  ['a result that was left out to save room', shortenResult(big).text ?? ''],
  ['a result that was left out and kept', shortenResult(big, '.coder/cache/r.txt').text ?? ''],
  ['said while it worked', wordsOf(said('while-working'))],
  ['said after a stop', wordsOf(said('after-stop'))],
  ['a terminal that waits', terminalText({}, ok(running))],
  [
    'a terminal whose program ended',
    terminalText({}, ok({ terminal: 'term1', state: 'ended', exit_code: 7, screen: 'bye' })),
  ],
  ['a password is asked for', terminalText({}, ok({ ...running, changed: 'Password:', echo_off: true }))],
  ['terminals', terminalText({}, ok({ terminals: [{ id: 'term1', state: 'running', command: 'python3' }] }))],
];

export function noticesText(): string {
  return NOTICES.map(([title, text]) => `# ${title}\n${'·'.repeat(40)}\n${text}\n`).join('\n');
}

function wordsOf(message: Message): string {
  const [sent] = toModel([message]);
  return sent?.role === 'user' ? textOf(sent.content) : '';
}
