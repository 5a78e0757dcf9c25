/** All language servers of a run: started on first use, one per kind, asked about the newest texts, ended with the run. */

import { messageOf } from '../../base/errors.ts';
import type { Processes } from '../../host/process/process.ts';
import type { ProcessCommand } from '../../host/process/process-command.ts';
import type { Fault } from '../../protocol/fault.ts';
import type {
  CodeAnswer,
  CodeCheck,
  CodeIntelligence,
  CodePlace,
  CodeProblem,
  CodeReport,
} from '../../protocol/lsp.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { type Connection, connect } from './connection.ts';
import { diagnose, type Told } from './diagnose.ts';
import { createDocuments, type Documents } from './documents.ts';
import { type Finding, filesLike, findServer } from './find-server.ts';
import { memoryOfGroup } from './memory.ts';
import { newErrors } from './new-errors.ts';
import type { ServerRow } from './servers.ts';
import { editsOf, hoverText, placesOf, positionOf, symbolsOf } from './wire.ts';

export interface LanguageServersOptions extends Finding {
  processes: Processes;
  /** Puts a server into the session's sandbox, because what it reads and may run belongs to the project. */
  wrap?(): Promise<ProcessCommand['wrap'] | undefined>;
  /** The text of a workspace file as tools see it; `undefined` if it cannot be read. */
  readText(path: string): Promise<string | undefined>;
  /** How long the end of a step waits for an answer. */
  waitMs: number;
  /** Memory limit in megabytes; a server that exceeds it is ended. */
  maxMb: number;
  warn(problem: Fault): void;
}

export interface LanguageServers {
  readonly code: CodeIntelligence;
  readonly check: CodeCheck;
  close(): Promise<void>;
}

interface Running {
  row: ServerRow;
  server: Connection;
  documents: Documents;
}

/** `advice`: how to get a server; given once. */
type Started = Running | { off: string; advice?: string };

/** How long a question of the model may wait while a server reads a whole project. */
const PATIENCE_MS = 30_000;
const MOST_ERRORS = 10;
const LOOK_EVERY_MS = 5_000;
const NOT_CHECKED = { status: 'not-checked' } as const;

export function createLanguageServers(options: LanguageServersOptions): LanguageServers {
  const { processes, root, readText, waitMs, maxMb, warn } = options;
  const servers = new Map<string, Promise<Started>>();
  const told = new Set<string>();
  const baselines = new Map<string, Promise<CodeProblem[] | undefined>>();
  /** Pending work by server: a text is sent once the previous one has been answered. */
  const lines = new Map<string, Promise<void>>();
  let isClosed = false;
  let lastLook = Number.NEGATIVE_INFINITY;

  return {
    code: {
      diagnostics: (path, signal) => ask(path, signal, async (running, until) => problemsNow(running, path, until)),
      definition: (at, signal) => places('textDocument/definition', at, {}, signal),
      references: (at, signal) =>
        places('textDocument/references', at, { context: { includeDeclaration: true } }, signal),
      hover: (at, signal) =>
        ask(at.path, signal, async (running, until) => {
          const result = await request(running, 'textDocument/hover', await placeParams(running, at), until);
          return result && { value: hoverText(result.value) };
        }),
      symbols: (path, query, signal) =>
        ask(path, signal, async (running, until) => {
          const { uri } = await tellNow(running, path);
          const result =
            query === undefined
              ? await request(running, 'textDocument/documentSymbol', { textDocument: { uri } }, until)
              : await request(running, 'workspace/symbol', { query }, until);
          return result && { value: symbolsOf(path, result.value) };
        }),
      rename: (at, name, signal) =>
        ask(at.path, signal, async (running, until) => {
          const params = { ...(await placeParams(running, at)), newName: name };
          const result = await request(running, 'textDocument/rename', params, until);
          const edits = result && editsOf(result.value);
          return edits && { value: edits };
        }),
    },
    check: { before, after },
    async close() {
      isClosed = true;
      const started = await Promise.all(servers.values());
      await Promise.all(started.flatMap((each) => ('server' in each ? [each.server.end()] : [])));
    },
  };

  /** The server of a file, started if necessary. */
  async function serverFor(path: string): Promise<Started | undefined> {
    const found = await findServer(path, options);
    if (found.kind === 'unknown') return undefined;
    if (found.kind === 'missing') {
      const own = found.untrusted;
      const advice = own
        ? `The project has its own (${own}); it runs once the user trusts it (/trust).`
        : `To get one: ${found.install}`;
      return { off: `There is no language server for ${filesLike(path)} here.`, advice };
    }
    const { row, argv } = found;
    const started = servers.get(row.id) ?? start(row, argv);
    servers.set(row.id, started);
    const running = await started;
    if ('off' in running) return running;
    if (running.server.ended !== undefined) return { off: `${running.server.ended}. It stays off in this session.` };
    return running;
  }

  async function start(row: ServerRow, argv: readonly [string, ...string[]]): Promise<Started> {
    if (isClosed) return { off: 'coder is closing.' };
    try {
      const wrap = await options.wrap?.();
      const server = await connect({ row, argv, root, processes, ...(wrap && { wrap }) });
      return { row, server, documents: createDocuments(server, row) };
    } catch (error) {
      const why = extensionFault('languageServerOff', messageOf(error)); // whatever it is: the session goes on without it
      warn(why);
      return { off: why.text };
    }
  }

  async function ask<T>(
    path: string,
    signal: AbortSignal,
    question: (running: Running, until: AbortSignal) => Promise<{ value: T } | undefined>,
  ): Promise<CodeAnswer<T>> {
    const running = await serverFor(path);
    if (!running) return { ok: false, why: `coder knows no language server for ${filesLike(path)}.` };
    if ('off' in running) return { ok: false, why: withAdvice(running) };
    await refresh(running);
    const until = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    const answer = await question(running, until);
    await watchMemory(running);
    const { id } = running.row;
    if (answer) return { ok: true, value: answer.value, server: id };
    return { ok: false, why: running.server.ended ?? `${id} gave no answer: not checked.` };
  }

  function withAdvice({ off, advice }: { off: string; advice?: string }): string {
    if (advice === undefined || told.has(advice)) return off;
    told.add(advice);
    return `${off} ${advice}`;
  }

  function places(method: string, at: CodePlace, more: object, signal: AbortSignal): Promise<CodeAnswer<CodePlace[]>> {
    return ask(at.path, signal, async (running, until) => {
      const params = { ...(await placeParams(running, at)), ...more };
      const result = await request(running, method, params, until);
      return result && { value: placesOf(result.value) };
    });
  }

  async function placeParams(running: Running, at: CodePlace): Promise<object> {
    const { uri } = await tellNow(running, at.path);
    return { textDocument: { uri }, position: positionOf(at) };
  }

  async function problemsNow(running: Running, path: string, until: AbortSignal) {
    const value = await diagnose(running.server, await tellNow(running, path), until);
    return value && { value };
  }

  async function tellNow(running: Running, path: string): Promise<Told> {
    const text = await readText(path);
    if (text === undefined) throw new Error(`${path} cannot be read as text`);
    return tell(running, path, text);
  }

  /** Records the existing problems of files about to change, using their current text; a server may still have to start. */
  async function before(paths: readonly string[]): Promise<void> {
    for (const path of paths.filter((each) => !baselines.has(each))) {
      const text = await readText(path);
      baselines.set(path, text === undefined ? Promise.resolve([]) : problemsIn(path, text));
    }
  }

  async function after(paths: readonly string[], signal: AbortSignal): Promise<CodeReport | undefined> {
    const until = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
    const over = new Promise<undefined>((resolve) => until.addEventListener('abort', () => resolve(undefined)));
    const earlier = new Map(baselines);
    baselines.clear();
    const errors: CodeProblem[] = [];
    const seen = new Set<string>();
    for (const path of new Set(paths)) {
      if ((await findServer(path, options)).kind !== 'found') continue;
      const text = await readText(path);
      const known = earlier.get(path);
      if (text === undefined) continue; // deleted: nothing can be wrong with it
      const running = await Promise.race([serverFor(path), over]);
      if (running && 'off' in running) continue; // reported when it went off
      if (!running || !known) return NOT_CHECKED;
      const [old, now] = await Promise.all([
        Promise.race([known, over]),
        Promise.race([problemsIn(path, text, until), over]),
      ]);
      if (!old || !now) return NOT_CHECKED;
      seen.add(running.row.id);
      errors.push(...newErrors(old, now));
    }
    if (seen.size === 0) return undefined;
    return { status: 'checked', errors: errors.slice(0, MOST_ERRORS), server: [...seen].join(', ') };
  }

  /** Sends texts in the order in which they existed, so that each answer belongs to its text. */
  async function problemsIn(
    path: string,
    text: string,
    until: AbortSignal = AbortSignal.timeout(PATIENCE_MS),
  ): Promise<CodeProblem[] | undefined> {
    const running = await serverFor(path);
    if (!running || 'off' in running) return undefined;
    const { id } = running.row;
    const turn = (lines.get(id) ?? Promise.resolve()).then(() =>
      until.aborted ? undefined : diagnose(running.server, tell(running, path, text), until),
    );
    lines.set(
      id,
      turn.then(() => {}),
    );
    const problems = await turn;
    await watchMemory(running);
    return problems;
  }

  function tell({ server, documents }: Running, path: string, text: string): Told {
    const since = server.pushes;
    return { path, since, ...documents.tell(path, text) };
  }

  /** Sends changes made by commands, hooks and undo before anything is asked. */
  async function refresh({ documents }: Running): Promise<void> {
    for (const path of documents.paths) {
      const text = await readText(path);
      if (text === undefined) documents.forget(path);
      else documents.tell(path, text);
    }
  }

  async function watchMemory({ row, server }: Running): Promise<void> {
    if (performance.now() - lastLook < LOOK_EVERY_MS) return;
    lastLook = performance.now();
    const taken = server.pid === undefined || server.ended !== undefined ? 0 : memoryOfGroup(server.pid);
    if (taken <= maxMb) return;
    const why = extensionFault('languageServerMemory', row.id, String(Math.round(taken)), String(maxMb));
    servers.set(row.id, Promise.resolve({ off: extensionFault('languageServerOff', why).text }));
    warn(why);
    await server.end();
  }
}

/** `undefined` without an answer, or after an error. */
async function request(
  { server }: Running,
  method: string,
  params: unknown,
  until: AbortSignal,
): Promise<{ value: unknown } | undefined> {
  const reply = await server.request(method, params, until);
  return reply.ok ? { value: reply.result } : undefined;
}
