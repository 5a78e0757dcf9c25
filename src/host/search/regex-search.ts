/** Searches files with a JavaScript regular expression, in a thread that can be terminated, because some patterns never return. */

import type * as FileSystem from 'node:fs';
import type * as Path from 'node:path';
import type * as Threads from 'node:worker_threads';
import { Worker } from 'node:worker_threads';
import { CoderError, messageOf } from '../../base/errors.ts';
import type { FoundLine } from './ripgrep.ts';

interface RegexSearch {
  source: string;
  flags: string;
  root: string;
  context: number;
  limits: { fileBytes: number; lineLength: number };
}

const LIMITS: RegexSearch['limits'] = { fileBytes: 16 * 1024 * 1024, lineLength: 1000 };
const BATCH = 64;

export async function* searchFiles(
  files: AsyncIterable<string>,
  options: { pattern: string; root: string; context: number },
  signal: AbortSignal,
): AsyncGenerator<FoundLine> {
  const { source, flags } = readPattern(options.pattern);
  const search: RegexSearch = { source, flags, root: options.root, context: options.context, limits: LIMITS };
  const worker = new Worker(workerSource(), { eval: true, workerData: search, env: {}, execArgv: [] });
  const over = endOf(worker);
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const batch of inBatches(files)) {
      if (signal.aborted) return;
      const found = await Promise.race([askWorker(worker, batch), over]);
      if (!found) return;
      yield* found;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

/** Resolves to `undefined` when the thread ends. Rejects if the thread fails, even before any request. */
function endOf(worker: Worker): Promise<undefined> {
  const over = new Promise<undefined>((resolve, reject) => {
    worker.once('error', (error) => {
      reject(new CoderError('no-search', `The search could not be run: ${messageOf(error)}`, { cause: error }));
    });
    worker.once('exit', () => resolve(undefined));
  });
  over.catch(() => {}); // reported to the caller that awaits it
  return over;
}

function askWorker(worker: Worker, files: string[]): Promise<FoundLine[]> {
  return new Promise((resolve) => {
    worker.once('message', resolve);
    worker.postMessage(files);
  });
}

async function* inBatches(files: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const file of files) {
    batch.push(file);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function readPattern(pattern: string): { source: string; flags: string } {
  const inline = /^\(\?([ims]+)\)/.exec(pattern); // inline flags, as ripgrep writes them
  const source = inScript(inline ? pattern.slice(inline[0].length) : pattern);
  const flags = [...new Set(`${inline?.[1] ?? ''}s`)].join(''); // a line contains no newline that the dot should exclude
  try {
    new RegExp(source, `${flags}u`);
    return { source, flags: `${flags}u` };
  } catch {
    return { source, flags: requireValid(source, flags) }; // many patterns escape more than `u` allows
  }
}

const CLASSES: Readonly<Record<string, string>> = {
  alpha: 'a-zA-Z',
  digit: '0-9',
  alnum: 'a-zA-Z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\s',
  blank: ' \\t',
  punct: '!-\\/:-@\\[-`{-~',
  xdigit: '0-9a-fA-F',
  word: '\\w',
};

/** Translates ripgrep syntax that JavaScript would misread or reject. */
function inScript(pattern: string): string {
  return pattern.replace(/\\[\s\S]|\[:(\w+):\]|\(\?P</g, (part, name: string | undefined) => {
    if (name !== undefined) return (Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined) ?? part;
    if (part === '(?P<') return '(?<';
    if (part === '\\A') return '^';
    return part === '\\z' ? '$' : part;
  });
}

function requireValid(source: string, flags: string): string {
  try {
    new RegExp(source, flags);
    return flags;
  } catch (error) {
    throw new CoderError('bad-pattern', messageOf(error), { cause: error });
  }
}

/** The worker as text, so that it runs from the source and from the bundle alike; the function must not use anything around it. */
function workerSource(): string {
  return `(${runWorker.toString()})(require('node:worker_threads'), require('node:fs'), require('node:path'))`;
}

function runWorker(threads: typeof Threads, fs: typeof FileSystem, path: typeof Path): void {
  const { source, flags, root, context, limits } = threads.workerData as RegexSearch;
  const pattern = new RegExp(source, flags);

  function readLines(file: string): string[] {
    let descriptor: number | undefined;
    try {
      descriptor = fs.openSync(
        path.join(root, file),
        fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0),
      );
      const stats = fs.fstatSync(descriptor);
      if (!stats.isFile() || stats.size > limits.fileBytes) return [];
      return textOf(fs.readFileSync(descriptor)).split('\n');
    } catch {
      return []; // gone meanwhile, or not accessible
    } finally {
      if (descriptor !== undefined) fs.closeSync(descriptor);
    }
  }

  /** Empty for files that are not text. Only UTF-16 text contains NUL, and its byte order mark identifies it. */
  function textOf(bytes: Buffer): string {
    const mark = bytes.toString('latin1', 0, 2);
    if (mark === '\xff\xfe') return new TextDecoder('utf-16le').decode(bytes);
    if (mark === '\xfe\xff') return new TextDecoder('utf-16be').decode(bytes);
    return bytes.includes(0) ? '' : bytes.toString('utf8').replace(/^\ufeff/, '');
  }

  function search(file: string): FoundLine[] {
    const lines = readLines(file);
    const matching = new Set<number>();
    for (const [index, line] of lines.entries()) {
      const isLast = index === lines.length - 1 && line === '';
      if (!isLast && pattern.test(line.replace(/\r$/, ''))) matching.add(index);
    }
    const shown = new Set<number>();
    for (const index of matching) {
      for (let near = index - context; near <= index + context; near += 1) {
        if (near >= 0 && near < lines.length) shown.add(near);
      }
    }
    return [...shown]
      .sort((a, b) => a - b)
      .map((index) => {
        const line = (lines[index] ?? '').replace(/\r$/, '');
        const text =
          line.length > limits.lineLength ? `${line.slice(0, limits.lineLength)} [... omitted end of long line]` : line;
        return { file, line: index + 1, text, isMatch: matching.has(index) };
      });
  }

  threads.parentPort?.on('message', (files: string[]) => threads.parentPort?.postMessage(files.flatMap(search)));
}
