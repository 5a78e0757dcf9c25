/** coder without a terminal: ops from flags or standard input, events to standard output. */

import type { AgentOptions } from '../../app/agent-options.ts';
import { buildAgent } from '../../app/build-agent.ts';
import type { AgentHandle } from '../../protocol/agent.ts';
import type { Stamped } from '../../protocol/event.ts';
import type { Op } from '../../protocol/op.ts';
import type { Answer, Request } from '../../protocol/request.ts';
import { EXIT, exitCodeOf } from './exit-code.ts';
import type { InputFormat } from './input.ts';
import { createJsonPrinter } from './json-printer.ts';
import { createOutput } from './output.ts';
import type { Printer } from './printer.ts';
import { createStreamJsonPrinter } from './stream-json-printer.ts';
import { createTextPrinter } from './text-printer.ts';

export interface HeadlessOptions {
  agent: AgentOptions;
  prompt?: string;
  outputFormat: 'text' | 'json' | 'stream-json';
  inputFormat: InputFormat;
}

const NOTHING_SAID = `coder: nothing to do: standard input is empty.
Say something with coder -p "…", pipe a message in, or start coder in a terminal.
To see it work without a key: coder demo. For more: coder --help
`;

export async function runHeadless(options: HeadlessOptions): Promise<number> {
  const output = createOutput(process.stdout, () => process.exit(EXIT.error));
  const printer = createPrinter(options.outputFormat, (text) => output.write(text));
  const open = new Map<string, Request>();
  let exitCode: number | undefined;
  let inputEnded = false;
  const cancelling = cancelOnSignals();
  const agent: AgentHandle = await buildAgent(options.agent, (event: Stamped) => {
    printer.event(event);
    if (event.type === 'turn-end' && event.agent === undefined) exitCode = exitCodeOf(event);
    if (event.type === 'notice') exitCode = event.level === 'error' ? EXIT.error : (exitCode ?? EXIT.answered);
    if (event.type === 'request-end') open.delete(event.id);
    if (event.type !== 'request-start') return;
    open.set(event.request.id, event.request);
    if (inputEnded) setImmediate(refuse, event.request);
  });
  cancelling.cancel = () => void agent.send({ type: 'cancel' });
  let said = false;
  try {
    for await (const op of ops(options)) {
      if (op.type === 'close') break;
      if (op.type === 'submit' && /^\s*\/(?:exit|quit)\s*$/.test(op.text)) {
        said = true;
        break;
      }
      said ||= op.type === 'submit';
      const done = agent.send(op);
      if (options.inputFormat !== 'stream-json') await done; // there, the program may answer or cancel meanwhile
    }
    inputEnded = true;
    for (const request of open.values()) refuse(request);
    await agent.settled();
  } finally {
    await agent.send({ type: 'close' });
    cancelling.stop();
    if (said) printer.end();
    await output.flush();
  }
  if (!said) process.stderr.write(NOTHING_SAID);
  return said ? (exitCode ?? EXIT.answered) : EXIT.usage;

  /** The program that could have answered has closed its end. */
  function refuse(request: Request): void {
    void agent.send({ type: 'answer', id: request.id, answer: unattended(request) });
  }
}

function unattended(request: Request): Answer {
  switch (request.kind) {
    case 'approval':
      return { kind: 'approval', choice: 'no', unattended: true };
    case 'questions':
      return { kind: 'questions', answers: 'unattended' };
    case 'pick':
      return { kind: 'pick', picked: null };
  }
}

async function* ops(options: HeadlessOptions): AsyncGenerator<Op> {
  if (options.prompt !== undefined) yield { type: 'submit', text: options.prompt };
  else yield* (await import('./input.ts')).readOps(process.stdin, options.inputFormat);
}

function createPrinter(format: HeadlessOptions['outputFormat'], stdout: (text: string) => void): Printer {
  switch (format) {
    case 'json':
      return createJsonPrinter(stdout);
    case 'stream-json':
      return createStreamJsonPrinter(stdout);
    case 'text':
      return createTextPrinter(stdout, (text) => process.stderr.write(text));
  }
}

interface Cancelling {
  /** What the first signal does; until it is set, the first one leaves. */
  cancel?: () => void;
  stop(): void;
}

/** The first signal cancels the turn, a second one leaves at once. */
function cancelOnSignals(): Cancelling {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const cancelling: Cancelling = {
    stop() {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
  for (const signal of signals) process.on(signal, onSignal);
  return cancelling;

  function onSignal(): void {
    const { cancel } = cancelling;
    cancelling.cancel = undefined;
    if (cancel) cancel();
    else process.exit(EXIT.cancelled);
  }
}
