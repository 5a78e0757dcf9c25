/** coder without a terminal: ops from flags or standard input, events to standard output. */

import type { AgentOptions } from '../../app/build-agent.ts';
import { buildAgent } from '../../app/build-agent.ts';
import type { Stamped } from '../../protocol/event.ts';
import type { Op } from '../../protocol/op.ts';
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

export async function runHeadless(options: HeadlessOptions): Promise<number> {
  const output = createOutput(process.stdout, () => process.exit(EXIT.error));
  const printer = createPrinter(options.outputFormat, (text) => output.write(text));
  let exitCode: number = EXIT.usage;
  const agent = await buildAgent(options.agent, (event: Stamped) => {
    if (event.type === 'turn-end' && event.agent === undefined) exitCode = exitCodeOf(event);
    if (event.type === 'notice' && exitCode === EXIT.usage) exitCode = EXIT.answered;
    printer.event(event);
  });
  const stopListening = cancelOnSignals(() => void agent.send({ type: 'cancel' }));
  try {
    for await (const op of ops(options)) {
      if (op.type === 'close') break;
      const done = agent.send(op);
      if (options.inputFormat === 'stream-json')
        void done; // the program may answer or cancel meanwhile
      else await done;
    }
  } finally {
    await agent.settled();
    await agent.send({ type: 'close' });
    stopListening();
    printer.end();
    await output.flush();
  }
  return exitCode;
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

/** The first signal cancels the turn, a second one leaves at once. */
function cancelOnSignals(cancel: () => void): () => void {
  let asked = false;
  const onSignal = () => {
    if (asked) process.exit(EXIT.cancelled);
    asked = true;
    cancel();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}
