/** Finds the errors that a step introduced: the problems of its files before and after, each in the text of that time. */

import type { CodeCheck, CodeProblem, CodeReport } from '../../protocol/lsp.ts';
import { diagnose } from './diagnose.ts';
import { newErrors } from './new-errors.ts';
import type { RunningServers } from './running-servers.ts';
import { type ReadText, tell } from './tell-text.ts';

export interface CodeCheckOptions {
  servers: RunningServers;
  readText: ReadText;
  /** True if there is a server for the file. */
  hasServer(path: string): Promise<boolean>;
  /** How long the end of a step waits for an answer. */
  waitMs: number;
  /** How long the answer about the text before a step may take. */
  patienceMs: number;
}

const MOST_ERRORS = 10;
const NOT_CHECKED = { status: 'not-checked' } as const;

export function createCodeCheck(options: CodeCheckOptions): CodeCheck {
  const { servers, readText, hasServer, waitMs, patienceMs } = options;
  const baselines = new Map<string, Promise<CodeProblem[] | undefined>>();
  /** Pending work by server: a text is sent once the previous one has been answered. */
  const lines = new Map<string, Promise<void>>();
  return { before, after };

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
      if (!(await hasServer(path))) continue;
      const text = await readText(path);
      const known = earlier.get(path);
      if (text === undefined) continue; // deleted: nothing can be wrong with it
      const running = await Promise.race([servers.serverFor(path), over]);
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
    until: AbortSignal = AbortSignal.timeout(patienceMs),
  ): Promise<CodeProblem[] | undefined> {
    const running = await servers.serverFor(path);
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
    await servers.watchMemory(running);
    return problems;
  }
}
