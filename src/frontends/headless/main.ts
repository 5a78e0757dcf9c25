/** coder without a terminal: ops come from flags or standard input, events go to standard output. */

import type { AgentOptions } from '../../app/agent-options.ts';
import { buildAgent } from '../../app/build-agent.ts';
import { type AppSettings, loadAppSettings } from '../../app/load-app-settings.ts';
import { codeOf } from '../../base/errors.ts';
import { createOutput } from '../../base/output.ts';
import type { AgentHandle } from '../../protocol/agent.ts';
import type { Stamped } from '../../protocol/event.ts';
import { EXIT } from '../../protocol/exit-codes.ts';
import { isLeaving } from '../../protocol/input.ts';
import type { Op } from '../../protocol/op.ts';
import { type Request, unattendedAnswer } from '../../protocol/request.ts';
import { tell } from '../../subcommands/print.ts';
import type { CommandLineWords } from '../../words/en/command-line.ts';
import type { HeadlessWords } from '../../words/en/headless.ts';
import { earlyWords, loadWords, type Words } from '../../words/words.ts';
import { createLeaving } from '../leaving.ts';
import { cancelToLeave } from './cancel-to-leave.ts';
import type { RunningAgent } from './converse.ts';
import { followExitCode } from './exit-code.ts';
import { hasInput } from './has-input.ts';
import type { AttachInput, InputFormat } from './input.ts';
import { createJsonPrinter } from './json-printer.ts';
import type { Printer, WritePieces } from './printer.ts';
import { createStreamJsonPrinter } from './stream-json-printer.ts';
import { createTextPrinter } from './text-printer.ts';

export interface HeadlessOptions {
  agent: AgentOptions;
  prompt?: string;
  /** Whether standard input is sent to the model along with the prompt. */
  attachInput: AttachInput;
  outputFormat: 'text' | 'json' | 'stream-json';
  inputFormat: InputFormat;
}

export async function runHeadless(options: HeadlessOptions): Promise<number> {
  const settings = loadAppSettings(options.agent);
  const words = await wordsOf(settings, options.agent);
  const beside = inputBeside(options, words.headless); // waiting for a silent pipe takes a second; the rest is built meanwhile
  const running: RunningAgent = {};
  const leaving = createLeaving({
    begin(code) {
      if (!running.agent) process.exit(code); // nothing was started that would need an orderly end
      cancelToLeave(running);
    },
    exit: (code) => process.exit(code),
    codeOf: () => EXIT.cancelled,
  });
  const output = createOutput(
    () => process.stdout,
    (error) => leaving.lose(outputLost(error, words.commandLine)),
  );
  const printer = createPrinter(options.outputFormat, words.headless, (text) => output.write(text));
  const open = new Map<string, Request>();
  const exitCode = followExitCode();
  const tellOfUnused = unusedTeller(options.outputFormat, words.headless);
  let inputEnded = false;
  const agent: AgentHandle = await buildAgent(
    { ...options.agent, room: () => output.room() },
    (event: Stamped) => {
      printer.event(event);
      exitCode.event(event);
      tellOfUnused(event);
      if (event.type === 'request-end') open.delete(event.id);
      if (event.type !== 'request-start') return;
      open.set(event.request.id, event.request);
      if (inputEnded) setImmediate(refuse, event.request);
    },
    settings,
  );
  running.agent = agent;
  let said = false;
  try {
    for await (const op of until(leaving.begun, ops(options, beside))) {
      if (op.type === 'close') break;
      if (op.type === 'submit' && isLeaving(op.text)) {
        said = true;
        break;
      }
      said ||= op.type === 'submit';
      const done = agent.send(op);
      if (options.inputFormat !== 'stream-json') await done; // with stream-json, the program may answer or cancel meanwhile
    }
    inputEnded = true;
    for (const request of open.values()) refuse(request);
    if (leaving.code === undefined) await agent.settled();
  } finally {
    await agent.send({ type: 'close' });
    leaving.dispose();
    if (said) printer.end();
    await output.flush();
  }
  if (leaving.code !== undefined) return leaving.code;
  if (!said) process.stderr.write(words.headless.nothingSaid);
  return said ? (exitCode.code ?? EXIT.ok) : EXIT.usage;

  /** Answers in place of the program, which has closed its end. */
  function refuse(request: Request): void {
    void agent.send({ type: 'answer', id: request.id, answer: unattendedAnswer(request) });
  }
}

/** Printed even if only a program reads the output: a run that uses less than it could must not look like any other. Each name once. */
function unusedTeller(format: HeadlessOptions['outputFormat'], say: HeadlessWords): (event: Stamped) => void {
  const told = new Set<string>();
  return (event) => {
    if (event.type !== 'state-change') return;
    const { untrusted, skipped } = event.change;
    if (untrusted && format !== 'text') tell(`untrusted: ${untrusted.join(', ')}`); // in text, a notice reports it
    const fresh = (skipped ?? []).filter((name) => !told.has(name));
    for (const name of fresh) told.add(name);
    if (fresh.length > 0) tell(say.withoutServers(fresh.join(', ')));
  };
}

/** The words in the language of the settings. `buildAgent` reports errors in the settings. */
function wordsOf(settings: Promise<AppSettings>, { env, flags }: AgentOptions): Promise<Words> {
  return settings.then(
    ({ settings: { lang } }) => loadWords(lang),
    () => earlyWords(env, flags.lang),
  );
}

/** The standard input that goes to the model along with the prompt of `-p`. */
async function inputBeside({ prompt, attachInput }: HeadlessOptions, say: HeadlessWords): Promise<string> {
  if (prompt === undefined || attachInput === 'never') return '';
  if (attachInput === 'if-there' && !hasInput()) return '';
  const { readIfSpeaking, readText } = await import('./input.ts');
  if (attachInput === 'always') return readText(process.stdin);
  const text = await readIfSpeaking(process.stdin);
  if (text === undefined) process.stderr.write(`${say.pipeSilent}\n`);
  return text ?? '';
}

async function* ops(options: HeadlessOptions, beside: Promise<string>): AsyncGenerator<Op> {
  const { prompt: text, inputFormat } = options;
  if (text === undefined) {
    const { readOps } = await import('./input.ts');
    try {
      return yield* readOps(process.stdin, inputFormat);
    } finally {
      process.stdin.destroy(); // an open stream would keep the process alive
    }
  }
  const input = await beside;
  yield { type: 'submit', text, ...(input.trim() !== '' && { attached: [{ name: 'standard input', text: input }] }) };
}

function createPrinter(format: HeadlessOptions['outputFormat'], say: HeadlessWords, stdout: WritePieces): Printer {
  switch (format) {
    case 'json':
      return createJsonPrinter(stdout);
    case 'stream-json':
      return createStreamJsonPrinter(stdout);
    case 'text':
      return createTextPrinter(stdout, progressWriter(), say);
  }
}

/** If no one can read the progress, the answer still counts. The stream is not touched before there is some. */
function progressWriter(): (text: string) => boolean {
  let stream: NodeJS.WriteStream | undefined;
  return (text) => {
    stream ??= process.stderr.on('error', () => {});
    return stream.write(text);
  };
}

/** Yields the items until it is time to leave, and then stops waiting for the next one. */
async function* until<T>(begun: Promise<number>, items: AsyncGenerator<T>): AsyncGenerator<T> {
  const left = begun.then(() => 'left' as const);
  try {
    for (;;) {
      const next = await Promise.race([items.next(), left]);
      if (next === 'left') process.stdin.destroy(); // ends the wait for the next item
      if (next === 'left' || next.done) return;
      yield next.value;
    }
  } finally {
    void items.return(undefined);
  }
}

/** Reports why output was lost, unless its reader has simply gone. */
function outputLost(error: Error, say: CommandLineWords): number {
  if (codeOf(error) !== 'EPIPE') tell(say.outputLost(error.message));
  return EXIT.error;
}
