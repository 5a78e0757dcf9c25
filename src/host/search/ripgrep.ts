/** ripgrep as a child process: coder alone sets its arguments, and its output is read record by record, no further than needed. */

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { CoderError, messageOf } from '../../base/errors.ts';
import type { NativePart } from '../native/native-part.ts';
import { findProgram } from '../process/find-program.ts';
import { isHeld } from '../process/is-held.ts';

export interface Ripgrep {
  program: string;
  env: NodeJS.ProcessEnv;
}

/** One line of a file: a match, or a line of context. */
export interface FoundLine {
  file: string;
  line: number;
  text: string;
  isMatch: boolean;
}

/** The ripgrep that came with coder, or else the system's. */
export async function findRipgrep(
  env: NodeJS.ProcessEnv,
  avoid: readonly string[],
  onChanged: (path: string) => void = () => {},
  bundled: () => NativePart | Promise<NativePart> = bundledPart,
): Promise<Ripgrep | undefined> {
  const part = await bundled();
  if (part.status === 'changed') onChanged(part.path);
  const own = part.status === 'good' ? join(part.folder, 'bin', NAME) : undefined;
  const program = own ?? (await findProgram('rg', env['PATH'], avoid));
  if (program === undefined) return undefined;
  const { RIPGREP_CONFIG_PATH: _config, ...rest } = env;
  return { program, env: rest };
}

const NAME = process.platform === 'win32' ? 'rg.exe' : 'rg';

async function bundledPart(): Promise<NativePart> {
  const { findNative } = await import('../native/native-part.ts');
  return findNative('@vscode/ripgrep');
}

const COMMON = [
  '--no-config',
  '--no-messages',
  '--no-require-git',
  '--hidden',
  '--glob=!.git',
  '--null',
  '--color=never',
];

/** Which ignore files count: all of them, only those from the starting folder downwards, or none. */
export type Ignore = 'all' | 'below' | 'none';

const IGNORE: Readonly<Record<Ignore, string[]>> = { all: [], below: ['--no-ignore-parent'], none: ['--no-ignore'] };

/** Relative paths, in no particular order. */
export async function* listFiles(
  ripgrep: Ripgrep,
  root: string,
  ignore: Ignore,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  const args = [...COMMON, ...IGNORE[ignore], '--files'];
  for await (const chunk of output(ripgrep, args, root, signal)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = bytes.lastIndexOf(0);
    rest = bytes.subarray(end + 1);
    if (end >= 0) yield* bytes.toString('utf8', 0, end).split('\0');
  }
}

export interface GrepArguments {
  pattern: string;
  /** A glob for file names (`*.ts`), applied in addition to ignore files. */
  names?: string;
  context: number;
  ignore: Ignore;
  /** The only file to search; if absent, the whole tree. */
  only?: string;
}

const MAX_COLUMNS = 1000;

export async function* grepLines(
  ripgrep: Ripgrep,
  root: string,
  options: GrepArguments,
  signal: AbortSignal,
): AsyncGenerator<FoundLine> {
  const args = [
    ...COMMON,
    '--line-number',
    '--no-heading',
    '--with-filename',
    '--no-context-separator',
    `--max-columns=${MAX_COLUMNS}`,
    '--max-columns-preview',
    `--context=${options.context}`,
    '--engine=auto',
    '--crlf', // lets `$` match before a carriage return too
    ...IGNORE[options.ignore],
    // A type rather than a glob, because a glob would include ignored files again.
    ...(options.names ? [`--type-add=coder:${options.names}`, '--type=coder'] : []),
    `--regexp=${options.pattern}`,
    '--',
    options.only === undefined ? '.' : `./${options.only}`,
  ];
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of output(ripgrep, args, root, signal)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let start = 0;
    for (;;) {
      const nul = bytes.indexOf(0, start);
      const end = nul < 0 ? -1 : bytes.indexOf(10, nul);
      if (end < 0) break;
      const found = parseRecord(bytes.toString('utf8', start, nul), bytes.toString('utf8', nul + 1, end));
      if (found) yield found;
      start = end + 1;
    }
    rest = Buffer.from(bytes.subarray(start));
  }
}

/** ripgrep's notice about a binary file has no NUL, so it precedes the next name. */
const BINARY_NOTICE = /^[\s\S]*?: (?:WARNING: stopped searching binary file|binary file matches)[^\n]*\n/;

function parseRecord(name: string, rest: string): FoundLine | undefined {
  const parts = /^(\d+)([:-])([\s\S]*)$/.exec(rest);
  if (!parts) return undefined;
  const [, line, mark, text = ''] = parts;
  const file = name.replace(BINARY_NOTICE, '').replace(/^\.\//, '');
  return { file, line: Number(line), text: text.replace(/\r$/, ''), isMatch: mark === ':' };
}

/** How often to check that ripgrep is not stuck: an ignore file it reads may be a pipe with no writer, or a link to an endless device. */
const LOOK_MS = 250;

/** Kills the child once the reader has enough, on cancellation, and at the end of its output. */
async function* output(ripgrep: Ripgrep, args: string[], cwd: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  if (signal.aborted) return;
  const child = spawn(ripgrep.program, args, { cwd, env: ripgrep.env, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => void child.kill('SIGKILL');
  let complaint = '';
  let failure: unknown;
  const closed = new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      failure = error;
      resolve(null);
    });
    child.on('close', (code) => resolve(code));
  });
  if (child.pid === undefined) {
    await closed; // without a free descriptor, a child that failed to start has no streams
    throw new CoderError('no-ripgrep', messageOf(failure), { cause: failure });
  }
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (complaint.length < 4000) complaint += text;
  });
  signal.addEventListener('abort', kill, { once: true });
  const { pid } = child;
  let held = false;
  const look = setInterval(() => {
    held ||= isHeld(pid);
    if (held) kill();
  }, LOOK_MS).unref();
  try {
    for await (const chunk of child.stdout) yield chunk as Buffer;
    const code = await closed;
    if (held) throw new CoderError('ripgrep-held', 'ripgrep is stuck on an ignore file that is not a regular file');
    if (failure !== undefined) throw new CoderError('no-ripgrep', messageOf(failure), { cause: failure });
    if (code === 2 && complaint !== '' && !signal.aborted) throw new CoderError('bad-pattern', saidBy(complaint));
  } finally {
    clearInterval(look);
    signal.removeEventListener('abort', kill);
    kill();
  }
}

function saidBy(complaint: string): string {
  const said = complaint.split('\n').filter((line) => /error/i.test(line) && !line.includes('engine'));
  return (said.at(-1) ?? complaint).replace(/^.*?error:?\s*/i, '').trim();
}
