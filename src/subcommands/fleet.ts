/** `coder fleet`: runs many jobs on this machine and shows their results and changes. */

import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AgentOptions } from '../app/agent-options.ts';
import { type PoolState, readStored, resultFile, runPool } from '../app/fleet/pool.ts';
import { openWorktreeHost } from '../app/fleet/worktree-host.ts';
import { CoderError, codeOf, messageOf } from '../base/errors.ts';
import { coderHome } from '../base/files/home-folder.ts';
import { randomText } from '../base/random.ts';
import { cleanLine, sanitize } from '../base/text/sanitize.ts';
import { repositoryAt } from '../host/git/repository.ts';
import { createProcesses } from '../host/process/process.ts';
import { formatMoney, parseBudget } from '../log/budget.ts';
import { EXIT } from '../protocol/exit-codes.ts';
import { isFinal } from '../protocol/fleet-job.ts';
import type { FleetResult } from '../protocol/fleet-result.ts';
import { jobFolder } from '../session/fleet-jobs.ts';
import { readResult } from '../session/fleet-results.ts';
import type { FleetWords } from '../words/en/fleet.ts';
import { saidIn } from '../words/fault.ts';
import type { Words } from '../words/words.ts';
import { fleetTable } from './fleet-table.ts';
import { fail, failUsage } from './print.ts';
import { wordsFor } from './words-for.ts';

export interface FleetFlags {
  operands: readonly string[];
  jobs?: string;
  results?: string;
  budget?: string;
  json: boolean;
}

/** Where the table is drawn, if there is a terminal. */
export interface FleetScreen {
  draw(rows: readonly string[]): void;
  close(): void;
}

/** What `run` needs from the front end: how to start coder, when to stop, where to draw. */
export interface FleetPorts {
  coder: readonly [string, ...string[]];
  signal: AbortSignal;
  screen?: FleetScreen;
}

const USUAL_JOBS = 4;
const TICK_MS = 1000;
/** How many failures are listed after the table; `show` lists all. */
const MOST_SHOWN = 10;

export async function runFleet(options: AgentOptions, flags: FleetFlags, ports: FleetPorts): Promise<number> {
  const words = await wordsFor(options);
  const { fleet: say } = words;
  const [verb, operand, ...rest] = flags.operands;
  const isPlain = flags.jobs === undefined && flags.budget === undefined;
  if (rest.length === 0 && verb === 'run' && operand !== undefined && flags.results !== undefined)
    return runTasks(options, operand, flags.results, flags, ports, words);
  if (rest.length === 0 && verb === 'show' && isPlain) return show(options, operand, flags, say);
  if (rest.length === 0 && (verb === 'diff' || verb === 'apply') && operand !== undefined && isPlain)
    return changes(options, verb, operand, flags, say);
  return failUsage(say.usage);
}

async function runTasks(
  options: AgentOptions,
  file: string,
  results: string,
  flags: FleetFlags,
  { coder, signal, screen }: FleetPorts,
  { fleet: say, commands, faults }: Words,
): Promise<number> {
  const jobs = Number(flags.jobs ?? USUAL_JOBS);
  if (!Number.isInteger(jobs) || jobs < 1 || jobs > 64) return fail(say.badJobs(flags.jobs ?? ''), EXIT.usage);
  const budget = parseBudget(flags.budget ?? 'off');
  if (!budget) return fail(commands.notABudget(flags.budget ?? ''), EXIT.usage);
  const tasks = resolve(options.cwd, file);
  try {
    if (!statSync(tasks).isFile()) return fail(say.cannotRead(cleanLine(file), say.notAFile), EXIT.usage);
  } catch (error) {
    return fail(say.cannotRead(cleanLine(file), messageOf(error)), EXIT.usage);
  }
  const processes = createProcesses({ env: options.env, marker: `fleet-${randomText(8)}` });
  let state: PoolState;
  let latest: PoolState | undefined;
  const failures: string[] = [];
  const draw = (pool = latest) => pool && screen?.draw(fleetTable(pool, say, signal.aborted));
  const ticking = screen && setInterval(draw, TICK_MS);
  signal.addEventListener('abort', () => draw(), { once: true });
  try {
    state = await runPool(
      {
        home: coderHome(options.env),
        tasks,
        results: resolve(options.cwd, results),
        jobs,
        budget,
        coder,
        cwd: options.cwd,
        processes,
        changed(pool) {
          latest = pool;
          draw();
        },
        ended(id, stop, error) {
          const line = endedLine(id, say.stops[stop], error && saidIn(error, faults));
          if (!screen) process.stderr.write(`${line}\n`);
          else if (error !== undefined && failures.length < MOST_SHOWN) failures.push(line);
        },
      },
      signal,
    );
  } catch (error) {
    if (error instanceof CoderError || codeOf(error) === undefined) throw error;
    return fail(say.cannotWrite(cleanLine(results), messageOf(error)), EXIT.error);
  } finally {
    clearInterval(ticking);
    await processes.close();
    screen?.close();
    for (const line of failures) process.stderr.write(`${line}\n`);
  }
  const { answered, failed, stopped, before, isBudgetSpent } = state;
  process.stdout.write(
    `${say.receipt(answered, failed, stopped, before, String(state.tokens), formatMoney(state.cost))}\n`,
  );
  if (isBudgetSpent) process.stdout.write(`${say.budgetSpent}\n`);
  if (isBudgetSpent || signal.aborted || failed > 0) process.stdout.write(`${say.goOn}\n`);
  if (screen && answered + before > 0) process.stdout.write(`${say.seeResults(cleanLine(flags.results ?? ''))}\n`);
  if (signal.aborted) return EXIT.cancelled;
  if (isBudgetSpent) return EXIT.limit;
  return failed > 0 ? EXIT.error : EXIT.ok;
}

function endedLine(...parts: readonly (string | undefined)[]): string {
  return cleanLine(parts.filter(Boolean).join(': '));
}

async function show(
  options: AgentOptions,
  id: string | undefined,
  flags: FleetFlags,
  say: FleetWords,
): Promise<number> {
  if (id !== undefined) {
    const result = find(options, id, flags);
    if (!result) return fail(say.noSuchJob(cleanLine(id)), EXIT.error);
    const { patch, answer = '', ...rest } = result;
    if (flags.json) process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
    else
      process.stdout.write(`${sanitize(JSON.stringify(rest, undefined, 2))}\n${sanitize(answer)}\n${sanitize(patch)}`);
    return EXIT.ok;
  }
  const folder = resolve(options.cwd, flags.results ?? join(coderHome(options.env), 'jobs'));
  const results = resultsIn(folder, flags.results !== undefined);
  if ('problem' in results) return fail(say.cannotRead(cleanLine(folder), results.problem), EXIT.usage);
  for (const result of results) {
    const stop = say.stops[result.stop];
    const state = isFinal(result.stop) ? stop : `${stop} …`;
    process.stdout.write(`${endedLine(result.id, state, result.error ?? result.branch)}\n`);
  }
  return EXIT.ok;
}

/** Without a folder of its own there were no jobs yet. */
function resultsIn(folder: string, isFlat: boolean): Generator<FleetResult> | { problem: string } {
  try {
    return readAll(folder, readdirSync(folder).sort(), isFlat);
  } catch (error) {
    if (!isFlat && codeOf(error) === 'ENOENT') return readAll(folder, [], isFlat);
    return { problem: messageOf(error) };
  }
}

/** Reads one result at a time, because there may be thousands. */
function* readAll(folder: string, names: readonly string[], isFlat: boolean): Generator<FleetResult> {
  for (const name of names) {
    if (isFlat && !name.endsWith('.json')) continue;
    const result = isFlat ? readStored(join(folder, name)) : readResult({ path: join(folder, name) });
    if (result) yield result;
  }
}

async function changes(
  options: AgentOptions,
  verb: 'diff' | 'apply',
  id: string,
  flags: FleetFlags,
  say: FleetWords,
): Promise<number> {
  const result = find(options, id, flags);
  if (!result) return fail(say.noSuchJob(cleanLine(id)), EXIT.error);
  if (result.patch === '') return fail(say.nothingChanged(cleanLine(id)), EXIT.error);
  if (verb === 'diff') {
    await new Promise<void>((done) => process.stdout.write(result.patch, () => done()));
    return EXIT.ok;
  }
  const host = openWorktreeHost(coderHome(options.env), options.env);
  try {
    const input = { hooks: false, input: result.patch };
    const top = repositoryAt(options.cwd)?.top ?? options.cwd; // run in a subfolder, git would skip files outside it
    const applied = await host
      .gitAt(top)
      .change(['apply', '--binary', '--whitespace=nowarn', '-'], input, new AbortController().signal);
    if (applied.status !== 'ok')
      return fail(say.notApplied(cleanLine(id), cleanLine(applied.error), cleanLine(result.branch ?? '')), EXIT.error);
    process.stdout.write(`${say.applied(cleanLine(id))}\n`);
    return EXIT.ok;
  } finally {
    await host.close();
  }
}

function find(options: AgentOptions, id: string, { results }: FleetFlags): FleetResult | undefined {
  if (results !== undefined) return readStored(resultFile(resolve(options.cwd, results), id));
  return readResult(jobFolder(coderHome(options.env), id));
}
