/** coder in a real terminal, against a scripted model. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Entry } from '../../src/protocol/session.ts';
import { cleanUp } from '../fixtures/clean-up.ts';
import { type ModelServer, type Script, say, startModelServer } from '../fixtures/model-server.ts';
import { CLI, coderEnv, scratch } from '../fixtures/run-coder.ts';
import { loadPty, type Program, startInTerminal } from '../fixtures/terminal.ts';

const pty = await loadPty();
export const noPty: string | false = pty ? false : 'no pseudo-terminals: @lydell/node-pty is not installed';

export interface Coder extends Program {
  path: string;
  home: string;
  model: ModelServer;
  /** The results of the model's calls, in order. */
  results(): Record<string, unknown>[];
  /** Resolves when the panel is open and accepts keys. */
  untilPanel(): Promise<void>;
  untilText(text: string | RegExp): Promise<void>;
  quit(): Promise<void>;
}

export interface CoderOptions {
  scripts?: readonly Script[];
  settings?: object;
  columns?: number;
  rows?: number;
  env?: NodeJS.ProcessEnv;
  /** Files of the workspace. */
  files?: Readonly<Record<string, string>>;
}

export async function startCoder(t: TestContext, options: CoderOptions = {}): Promise<Coder> {
  if (!pty) throw new Error('no pseudo-terminals');
  const { columns = 80, rows = 24 } = options;
  const place = scratch(t);
  const model = await startModelServer(options.scripts ?? [say('Hello.')]);
  cleanUp(t, model.close);
  mkdirSync(join(place.home, '.coder'));
  writeFileSync(join(place.home, '.coder', 'config.json'), JSON.stringify(options.settings ?? {}));
  for (const [name, text] of Object.entries(options.files ?? {})) writeFileSync(join(place.path, name), text);
  const env = { ...coderEnv({ cwd: place.path, url: model.url }), HOME: place.home, EDITOR: 'vi', ...options.env };
  const args = [CLI, '--mode', 'yolo'];
  const program = startInTerminal(pty, process.execPath, args, { columns, rows, cwd: place.path, env });
  cleanUp(t, async () => {
    if (!(await isOver(program))) process.kill(program.pid, 'SIGTERM');
    await program.exited;
  });
  const coder: Coder = {
    ...program,
    ...place,
    model,
    results: () => resultsOf(place.path),
    async say(line) {
      const shown = (): number => dense(program.text()).split(dense(`> ${line}`)).length; // anywhere on the screen, as a menu may open below
      const before = shown();
      program.write(line);
      await program.until(() => shown() > before, `${line} at the prompt`);
      program.write('\r');
    },
    untilPanel: () => program.until(() => /keyboard: /.test(lastRow(program)), 'the panel'),
    untilText(text) {
      const found = () => (typeof text === 'string' ? program.text().includes(text) : text.test(program.text()));
      return program.until(found, String(text));
    },
    async quit() {
      program.write('\x04');
      await program.exited;
    },
  };
  await program.until(() => /yolo\] .*> /.test(program.text()) && /scripted/.test(program.text()), 'the prompt');
  return coder;
}

/** The text without white space, because lines longer than the window are wrapped at arbitrary places. */
function dense(text: string): string {
  return text.replace(/\s+/g, '');
}

function lastRow({ emulator }: Program): string {
  return emulator.screen().at(-1) ?? '';
}

async function isOver(program: Program): Promise<boolean> {
  return Promise.race([program.exited.then(() => true), new Promise<false>((resolve) => setImmediate(resolve, false))]);
}

/** The results of calls from the session's log. */
function resultsOf(workspace: string): Record<string, unknown>[] {
  const folder = join(workspace, '.coder', 'sessions');
  const logs = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const lines = logs.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
  return lines.flatMap((line) => {
    const entry = JSON.parse(line) as Entry;
    return entry.type === 'message' && entry.message.role === 'tool' ? [entry.message.outcome.result ?? {}] : [];
  });
}
