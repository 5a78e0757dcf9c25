/** Measures the time from Esc to the prompt in every state a turn can be in, and checks what is left behind. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { call, D, H, HANG, type Script, say, startModelServer, status } from '../test/fixtures/model-server.ts';
import type { NodePty } from '../test/fixtures/terminal.ts';
import { CLI, coderEnv, type Line, scratchFolder } from './measure.ts';
import { percentile, sit, type Typist } from './typist.ts';

interface State {
  name: string;
  mode: 'yolo' | 'build' | 'plan';
  answer: Script;
  /** What the screen shows once the state is reached. */
  shows: RegExp;
}

const STATES: readonly State[] = [
  {
    name: 'streaming',
    mode: 'build',
    answer: [H, D({ content: 'a first line\n\nand' }), HANG],
    shows: /answering .*Esc to cancel/,
  },
  { name: 'waiting for the model', mode: 'build', answer: [H, HANG], shows: /waiting for the model/ },
  {
    name: 'a tool',
    mode: 'yolo',
    answer: call('bash', { command: 'sleep 3417 & sleep 3417' }),
    shows: /bash sleep 3417 .*Esc to cancel/,
  },
  { name: 'an approval', mode: 'build', answer: call('bash', { command: 'touch x' }), shows: /Allow\?/ },
  { name: 'a retry', mode: 'build', answer: status(503, { 'Retry-After': '30' }, '{}'), shows: /Retry 1 of/ },
  {
    name: 'a question',
    mode: 'plan',
    answer: call('question', { questions: [{ question: 'Which?', options: [{ label: 'a' }, { label: 'b' }] }] }),
    shows: /\[Question\] Which\?/,
  },
];

/** The rows of the screen, joined. */
const SAID =
  'Cancelled by ESCStopped model stream and tool execution; todo state remains unchanged unless a tool had already completed.';

export async function measureCancels(pty: NodePty, count: number): Promise<Line[]> {
  const each = Math.ceil(count / STATES.length);
  const times: number[] = [];
  let wrong = 0;
  for (const state of STATES) {
    const folder = scratchFolder();
    let answer = state.answer;
    // Dismissed questions go back to the model, which then answers.
    const server = await startModelServer(({ body }) => (isDismissed(body) ? say('fine') : answer));
    const env = { ...coderEnv(server.url, folder.path), LANG: 'C.UTF-8', TERM: 'xterm-256color', CODER_STYLE: 'full' };
    const typist = sit(pty, process.execPath, [CLI, '--mode', state.mode], { cwd: folder.path, env });
    await typist.until((output) => output.includes('model: bench-model'));
    await typist.settle();
    for (let index = 0; index < each; index += 1) {
      answer = state.answer;
      times.push(await cancelOnce(typist, state));
      const screen = (await typist.screen()).join('');
      if (!screen.includes(SAID) && state.name !== 'a question') wrong += 1;
    }
    answer = say('still here');
    await typist.submit('go');
    await typist.until((output) => output.includes('still here'));
    await typist.leave();
    await server.close();
    folder.remove();
  }
  return [
    { what: `Esc to the prompt, p50 of ${times.length}`, value: percentile(times, 0.5), unit: 'ms' },
    { what: `Esc to the prompt, p99 of ${times.length}`, value: percentile(times, 0.99), unit: 'ms', limit: 100 },
    { what: 'cancels that lack the two lines', value: wrong, unit: '', limit: 0 },
    { what: 'processes left behind', value: leftBehind(), unit: '', limit: 0 },
  ];
}

function isDismissed(body: string): boolean {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: unknown }[] };
  return messages.at(-1)?.role === 'tool' && String(messages.at(-1)?.content).includes('User dismissed');
}

async function cancelOnce(typist: Typist, { shows }: State): Promise<number> {
  await typist.key('\x0c'); // clears the screen, so that what shows belongs to this turn
  await typist.submit('go');
  await typist.sees(shows);
  const started = performance.now();
  typist.write('\x1b');
  await typist.prompted();
  return performance.now() - started;
}

function leftBehind(): number {
  if (!existsSync('/proc')) return 0;
  return readdirSync('/proc').filter((name) => {
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').startsWith('sleep\x003417');
    } catch {
      return false; // not a process, or it has ended
    }
  }).length;
}
