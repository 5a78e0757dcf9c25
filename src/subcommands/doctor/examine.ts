/** Checks the machine, the settings and the provider, with advice for each. */

import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import type { AgentOptions } from '../../app/agent-options.ts';
import { mayHaveHooks } from '../../app/hooks/may-have-hooks.ts';
import { type AppSettings, loadAppSettings } from '../../app/load-app-settings.ts';
import { chooseModel } from '../../app/models/choose-model.ts';
import { findNative } from '../../host/native/native-part.ts';
import { findProgram } from '../../host/process/find-program.ts';
import type { SandboxOptions } from '../../host/sandbox/session.ts';
import type { EndpointChoice, ProviderChoice } from '../../providers/catalogue/choose-provider.ts';
import { listModels } from '../../providers/catalogue/list-models.ts';
import type { DoctorWords } from '../../words/en/doctor.ts';
import { type FaultWords, faultText, saidIn } from '../../words/fault.ts';
import { probeSandbox } from '../probe-sandbox.ts';
import { wordsFor } from '../words-for.ts';

export interface Check {
  name: string;
  status: 'ok' | 'warn' | 'fail';
  detail: string;
  advice?: string;
}

export interface TerminalFacts {
  isTty: boolean;
  term: string | undefined;
  columns: number | undefined;
}

interface Spoken {
  say: DoctorWords;
  faults: FaultWords;
}

export async function examine(
  options: AgentOptions,
  terminal: TerminalFacts,
  say: DoctorWords,
  signal: AbortSignal,
): Promise<Check[]> {
  const { cwd } = options;
  const loaded = await attempt(() => loadAppSettings(options));
  const { faults } = await wordsFor(options);
  const find = createFinder(options, loaded.value?.settings.add_dirs ?? []);
  const checks = [
    nodeCheck(),
    terminalCheck(terminal, say),
    shellCheck(say),
    await gitCheck(find, say),
    await ripgrepCheck(find, say),
    await sandboxCheck(options, loaded.value?.settings.sandbox.mode ?? 'auto', { say, faults }),
    writableCheck(cwd, say),
  ];
  try {
    if (!loaded.value) throw loaded.error;
    const settings = loaded.value;
    const ignored = joined(settings.notices, faults);
    checks.push(ignored === '' ? ok('config', say.readable) : warn('config', ignored, say.setItYourself));
    checks.push(...(await hooksCheck(settings, options, { say, faults })));
    const choice = chooseModel(settings, options);
    const reached = await providerCheck(choice, options, { say, faults }, signal);
    checks.push(reached);
    // Only a model given by name is measured, since that costs requests; checking the one in use costs nothing.
    if (options.flags.model !== undefined && choice.kind === 'endpoint' && reached.status !== 'fail')
      checks.push(...(await modelChecks(choice, settings, options, { say, faults }, signal)));
  } catch (error) {
    checks.push(fail('config', faultText(error, faults), say.correctFile));
  }
  return checks;
}

async function attempt<T>(
  load: () => Promise<T>,
): Promise<{ value: T; error?: never } | { value?: never; error: unknown }> {
  try {
    return { value: await load() };
  } catch (error) {
    return { error };
  }
}

function nodeCheck(): Check {
  return ok('node', process.version);
}

function terminalCheck({ isTty, term, columns }: TerminalFacts, say: DoctorWords): Check {
  if (!isTty) return warn('terminal', say.notATerminal, say.useTerminal);
  if (!term || term === 'dumb') return warn('terminal', `TERM=${term ?? ''}`, say.setTerm);
  return ok('terminal', say.columns(term, String(columns ?? '?')));
}

function shellCheck(say: DoctorWords): Check {
  if (existsSync('/bin/bash')) return ok('shell', '/bin/bash');
  if (existsSync('/bin/sh')) return warn('shell', '/bin/sh', say.installBash);
  return fail('shell', say.noShell, say.needsShell);
}

type Find = (program: string) => Promise<string | undefined>;

/** Finds programs as coder does when it runs them: outside the workspace. */
function createFinder({ cwd, env }: AgentOptions, extraRoots: readonly string[]): Find {
  const roots = [cwd, ...extraRoots].filter((folder) => existsSync(folder)).map((folder) => realpathSync(folder));
  return (program) => findProgram(program, env['PATH'], roots);
}

async function gitCheck(find: Find, say: DoctorWords): Promise<Check> {
  const found = await find('git');
  return found ? ok('git', found) : warn('git', say.notOnPath, say.installGit);
}

async function ripgrepCheck(find: Find, say: DoctorWords): Promise<Check> {
  const part = findNative('@vscode/ripgrep');
  if (part.status === 'good') return ok('ripgrep', say.comesWithCoder);
  if (part.status === 'changed') return fail('ripgrep', say.nativeChanged(part.path), say.installAgain);
  const found = await find('rg');
  return found ? ok('ripgrep', found) : warn('ripgrep', say.notFound, say.installRipgrep);
}

async function sandboxCheck(
  options: AgentOptions,
  mode: SandboxOptions['mode'],
  { say, faults }: Spoken,
): Promise<Check> {
  const status = await probeSandbox(options, mode);
  if (!status) return ok('sandbox', say.sandboxOff);
  if (status.layer === 'none') return warn('sandbox', say.noSandbox(saidIn(status.why, faults)), say.ownRights);
  const layer = status.home === 'layer' ? say.sandboxWithHome(status.layer) : status.layer;
  const what = say.sandboxNetwork[status.network](layer);
  return ok('sandbox', status.gaps.includes('signals') ? say.sandboxSignals(what) : what);
}

/** No check if there are no hooks. */
async function hooksCheck(app: AppSettings, options: AgentOptions, { say, faults }: Spoken): Promise<Check[]> {
  await app.plugins.list();
  if (!mayHaveHooks(app)) return [];
  const { tryHooks } = await import('../../app/hooks/try-hooks.ts');
  const tried = tryHooks(app, options);
  const listed = tried.list();
  await tried.close();
  const unready = listed.filter(({ state }) => state !== 'ready');
  if (tried.problems.length > 0)
    return [
      warn(
        'hooks',
        joined(
          tried.problems.map((problem) => saidIn(problem, faults)),
          faults,
        ),
        say.correctHooks,
      ),
    ];
  if (unready.length > 0) return [warn('hooks', say.hooksNotRun(unready.length, listed.length), say.seeHooks)];
  return [ok('hooks', say.hooksReady(listed.length))];
}

function joined([first = '', ...more]: readonly string[], { andAlso }: FaultWords): string {
  return more.reduce((before, next) => andAlso(before, next), first);
}

function writableCheck(cwd: string, say: DoctorWords): Check {
  try {
    accessSync(cwd, constants.W_OK);
    return ok('folder', say.writable(cwd));
  } catch {
    return warn('folder', say.notWritable(cwd), say.inMemoryOnly);
  }
}

async function providerCheck(
  choice: ProviderChoice,
  options: AgentOptions,
  { say, faults }: Spoken,
  signal: AbortSignal,
): Promise<Check> {
  if (choice.kind === 'refused')
    return fail('provider', saidIn({ text: choice.message, says: choice.says }, faults), say.nothingSent);
  if (choice.kind === 'offline') return warn('provider', say.offlineModel, say.setKey);
  const [list] = await listModels(choice, options.env, signal, []);
  if (list?.error !== undefined) return fail('provider', saidIn(list.error, faults), say.checkAddress);
  return ok('provider', say.answers(choice.vendor, new URL(choice.baseUrl).host, choice.model));
}

async function modelChecks(
  choice: EndpointChoice,
  settings: AppSettings,
  options: AgentOptions,
  { say, faults }: Spoken,
  signal: AbortSignal,
): Promise<Check[]> {
  const { profileEndpoint } = await import('./profile-endpoint.ts');
  const result = await profileEndpoint(choice, settings, options, signal);
  if (!result.ok) return [fail('model', saidIn(result.error, faults), say.notStored)];
  const { profile, file } = result;
  const { calls, parallel_calls, usage, reasoning, images, window } = profile;
  const abilities = say.abilities.all([
    say.abilities.parallelCalls(parallel_calls),
    say.abilities.usage(usage),
    say.abilities.reasoning(reasoning),
    say.abilities.images(images),
    say.abilities.window(window),
  ]);
  const stored = say.stored(file);
  if (calls === 'none') return [warn('model', say.noCalls(abilities), say.onlyAnswers(stored))];
  return [{ ...ok('model', say.modelCalls(say.calls[calls], abilities)), advice: stored }];
}

const ok = (name: string, detail: string): Check => ({ name, status: 'ok', detail });
const warn = (name: string, detail: string, advice: string): Check => ({ name, status: 'warn', detail, advice });
const fail = (name: string, detail: string, advice: string): Check => ({ name, status: 'fail', detail, advice });
