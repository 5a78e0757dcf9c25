/** Looks at the machine, the settings and the provider, and says what to do about each. */

import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { AgentOptions } from '../../app/agent-options.ts';
import { chooseModel } from '../../app/choose-model.ts';
import { type AppSettings, loadAppSettings } from '../../app/load-app-settings.ts';
import { messageOf } from '../../base/errors.ts';
import type { EndpointChoice, ProviderChoice } from '../../providers/catalogue/choose-provider.ts';
import { listModels } from '../../providers/catalogue/list-models.ts';

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

export async function examine(options: AgentOptions, terminal: TerminalFacts, signal: AbortSignal): Promise<Check[]> {
  const { env, cwd } = options;
  const checks = [
    nodeCheck(),
    terminalCheck(terminal),
    shellCheck(),
    programCheck('git', env, 'Without git there are no git tools; install git.'),
    await ripgrepCheck(env),
    sandboxCheck(env),
    writableCheck(cwd),
  ];
  try {
    const settings = await loadAppSettings(options);
    const ignored = settings.notices.join('; ');
    checks.push(ignored === '' ? ok('config', 'readable') : warn('config', ignored, 'Set it in your own file.'));
    const choice = chooseModel(settings, options);
    const reached = await providerCheck(choice, options, signal);
    checks.push(reached);
    // A model that is named is measured; the one in use costs nothing to look at.
    if (options.flags.model !== undefined && choice.kind === 'endpoint' && reached.status !== 'fail')
      checks.push(...(await modelChecks(choice, settings, options, signal)));
  } catch (error) {
    checks.push(fail('config', messageOf(error), 'Correct the file; "coder config" shows what is in force.'));
  }
  return checks;
}

function nodeCheck(): Check {
  return ok('node', process.version);
}

function terminalCheck({ isTty, term, columns }: TerminalFacts): Check {
  if (!isTty)
    return warn('terminal', 'standard output is not a terminal', 'Run "coder" in a terminal for a conversation.');
  if (!term || term === 'dumb')
    return warn('terminal', `TERM=${term ?? ''}`, 'Set TERM (for example xterm-256color), or use --screen-reader.');
  return ok('terminal', `${term}, ${columns ?? '?'} columns`);
}

function shellCheck(): Check {
  if (existsSync('/bin/bash')) return ok('shell', '/bin/bash');
  if (existsSync('/bin/sh'))
    return warn('shell', '/bin/sh', 'Install bash: commands that use its features fail in sh.');
  return fail('shell', 'no /bin/bash and no /bin/sh', 'Install bash: without a shell no command can run.');
}

function programCheck(name: string, env: NodeJS.ProcessEnv, advice: string): Check {
  const found = onPath(name, env);
  return found ? ok(name, found) : warn(name, 'not found on PATH', advice);
}

async function ripgrepCheck(env: NodeJS.ProcessEnv): Promise<Check> {
  try {
    const { rgPath } = (await import('@vscode/ripgrep')) as { rgPath: string };
    if (existsSync(rgPath)) return ok('ripgrep', 'comes with coder');
  } catch {
    // an optional package: PATH is next
  }
  const found = onPath('rg', env);
  return found
    ? ok('ripgrep', found)
    : warn('ripgrep', 'not found', 'Searching works without it, slowly; install ripgrep.');
}

function sandboxCheck(env: NodeJS.ProcessEnv): Check {
  const found = onPath('bwrap', env);
  const detail = found ? `${found} is there, and not used by this version` : 'none';
  return warn('sandbox', detail, 'Commands run with your own rights; policy and approvals decide which.');
}

function writableCheck(cwd: string): Check {
  try {
    accessSync(cwd, constants.W_OK);
    return ok('directory', `${cwd} is writable`);
  } catch {
    return warn(
      'directory',
      `${cwd} is not writable`,
      'Sessions are kept in memory only; choose another directory with --cwd.',
    );
  }
}

async function providerCheck(choice: ProviderChoice, options: AgentOptions, signal: AbortSignal): Promise<Check> {
  if (choice.kind === 'refused') return fail('provider', choice.message, 'Nothing is sent until then.');
  if (choice.kind === 'offline') {
    const advice = 'Set OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY, or AGENT_BASE_URL for another.';
    return warn('provider', 'the built-in offline model', advice);
  }
  const [list] = await listModels(choice, options.env, signal, []);
  if (list?.error !== undefined) {
    return fail('provider', list.error, 'Check address, key and network; "coder config" shows what is used.');
  }
  return ok('provider', `${choice.vendor} at ${new URL(choice.baseUrl).host} answers; model ${choice.model}`);
}

async function modelChecks(
  choice: EndpointChoice,
  settings: AppSettings,
  options: AgentOptions,
  signal: AbortSignal,
): Promise<Check[]> {
  const { profileEndpoint } = await import('./profile-endpoint.ts');
  const result = await profileEndpoint(choice, settings, options, signal);
  if (!result.ok) return [fail('model', result.error, 'Nothing was stored; try again when the model answers.')];
  const { profile, file } = result;
  const { calls, parallel_calls, usage, reasoning, images, window } = profile;
  const yes = (value: boolean, what: string): string => `${value ? '' : 'no '}${what}`;
  const abilities = [
    yes(parallel_calls, 'parallel calls'),
    yes(usage, 'usage reports'),
    yes(reasoning, 'thinking'),
    yes(images, 'images'),
    window === undefined ? 'window not told' : `window of ${window} tokens`,
  ].join(', ');
  const stored = `Stored in ${file}.`;
  if (calls === 'none')
    return [warn('model', `no tool calls, ${abilities}`, `It can only answer, not act; choose another. ${stored}`)];
  return [{ ...ok('model', `${calls} tool calls, ${abilities}`), advice: stored }];
}

function onPath(name: string, env: NodeJS.ProcessEnv): string | undefined {
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const file = join(folder, name);
    try {
      if (folder !== '') {
        accessSync(file, constants.X_OK);
        return file;
      }
    } catch {
      // not in this folder
    }
  }
  return undefined;
}

const ok = (name: string, detail: string): Check => ({ name, status: 'ok', detail });
const warn = (name: string, detail: string, advice: string): Check => ({ name, status: 'warn', detail, advice });
const fail = (name: string, detail: string, advice: string): Check => ({ name, status: 'fail', detail, advice });
