/** Connects a model: choose a provider, enter its key, check that it works, pick a model. Nothing is saved before that. */

import { join } from 'node:path';
import { isLoopback } from '../../base/net/proxy.ts';
import { nearest } from '../../base/text/nearest.ts';
import { type Origin, placeOf } from '../../config/origin.ts';
import type { Fault } from '../../protocol/fault.ts';
import { listModels } from '../../providers/catalogue/list-models.ts';
import { storeKey } from '../../providers/catalogue/store-key.ts';
import { storedKeys } from '../../providers/catalogue/stored-keys.ts';
import { VENDORS } from '../../providers/catalogue/table.ts';
import type { LoginWords } from '../../words/en/login.ts';
import { faultOf, saidIn } from '../../words/fault.ts';
import { loadWords } from '../../words/words.ts';
import type { AgentOptions } from '../agent-options.ts';
import { type AppSettings, loadAppSettings } from '../load-app-settings.ts';
import { chooseModel } from '../models/choose-model.ts';
import { type LoginTarget, loginTargets, targetAt, targetNamed } from './login-targets.ts';

/** How the person is asked; `undefined` means they gave up. A secret is neither shown nor kept. */
export interface LoginPerson {
  pick(title: string, options: readonly string[], selected?: number): Promise<number | undefined>;
  line(title: string): Promise<string | undefined>;
  secret(title: string): Promise<string | undefined>;
  tell(text: string): void;
  /** Shown while waiting for something. */
  busy(text: string): void;
}

export type LoginEnd = { status: 'done'; model: string } | { status: 'given-up' } | { status: 'failed'; why: string };

interface Login {
  person: LoginPerson;
  options: AgentOptions;
  settings: AppSettings;
  say: LoginWords;
  signal: AbortSignal;
}

/** `named` is a provider or an address from the command line. */
export async function login(login: Login, named?: string): Promise<LoginEnd> {
  const { person, options, settings, say, signal } = login;
  const target = await chooseTarget(login, named);
  if (target === undefined) return giveUp(login);
  if ('problem' in target) return failed(login, target.problem);
  const host = new URL(target.baseUrl).host;
  const opened = await open(target, login);
  if (opened === undefined) return giveUp(login);
  if ('problem' in opened) return failed(login, opened.problem);
  const model = await chooseFrom(opened.models, target, login);
  if (model === undefined || signal.aborted) return giveUp(login);

  const name = target.vendor ? `${target.vendor.id}/${model}` : model;
  const config = join(settings.home, 'config.json');
  try {
    await save(target, opened.key, name, login);
  } catch (error) {
    return failed(login, await inWords(faultOf(error), settings)); // nothing of a failed login stays
  }
  person.tell(say.done(model, host));
  person.tell(opened.key === undefined ? say.savedModel(config) : say.saved(join(settings.home, 'auth.json'), config));
  const other = await decidedBy(name, target, options);
  if (other !== undefined) person.tell(say.overridden(await inWords(placeOf(other), settings)));
  return { status: 'done', model: name };
}

async function chooseTarget(
  { person, options, settings, say, signal }: Login,
  named?: string,
): Promise<LoginTarget | { problem: string } | undefined> {
  const keys = storedKeys(settings.home);
  if (named !== undefined) {
    const names = VENDORS.map(({ id }) => id);
    const unknown = () => ({ problem: say.unknownProvider(named, nearest(named, names), names.join(', ')) });
    return targetNamed(named, options.env, keys, say) ?? unknown();
  }
  const targets = await loginTargets(options.env, keys, say, signal);
  const picked = await person.pick(say.whichProvider, [...targets.map(({ label }) => label), say.another]);
  if (picked === undefined) return undefined;
  if (targets[picked]) return targets[picked];
  for (;;) {
    const address = await person.line(say.address);
    if (address === undefined) return undefined;
    const target = targetAt(address);
    if (target) return target;
    person.tell(say.notAnAddress(address));
  }
}

type Opened = { key?: string; models: string[] } | { problem: string } | undefined;

/** Asks for a key until the target accepts one; asks for none if the target needs none. */
async function open(target: LoginTarget, login: Login): Promise<Opened> {
  const { person, options, say, signal } = login;
  if (target.variable !== undefined) {
    person.tell(say.usesVariable(target.variable));
    const key = options.env[target.variable]?.trim() ?? '';
    const list = await ask(target, key, login);
    return list.error === undefined ? { models: list.models } : { problem: list.error };
  }
  if (target.isOpen || (!target.vendor && isLoopback(new URL(target.baseUrl).hostname))) {
    const list = await ask(target, undefined, login);
    if (list.error === undefined) return { models: list.models };
    if (!list.isRefused) return { problem: list.error };
  }
  while (!signal.aborted) {
    const key = await person.secret(say.key(target.vendor?.id ?? new URL(target.baseUrl).host));
    if (key === undefined) return undefined;
    const list = await ask(target, key, login);
    if (list.error === undefined) return { key, models: list.models };
    if (!list.isRefused) return { problem: list.error };
    person.tell(say.refused(list.error));
  }
  return undefined;
}

async function ask(
  { vendor, baseUrl }: LoginTarget,
  key: string | undefined,
  { person, options, settings, say, signal }: Login,
): Promise<{ models: string[]; error?: string; isRefused?: boolean }> {
  person.busy(say.checking(new URL(baseUrl).host));
  const choice = {
    kind: 'endpoint',
    vendor: vendor?.id ?? 'custom',
    protocol: vendor?.protocol ?? 'openai-chat',
    baseUrl,
    ...(key !== undefined && { key, keyFrom: say.theKey }),
    model: '',
    headers: settings.settings.provider.headers,
    quirks: {},
  } as const;
  const [list] = await listModels(choice, options.env, signal, []);
  if (list?.error === undefined) return { models: list?.models ?? [] };
  return { models: [], error: await inWords(list.error, settings), ...(list.isRefused && { isRefused: true }) };
}

async function chooseFrom(
  models: string[],
  { vendor, baseUrl }: LoginTarget,
  login: Login,
): Promise<string | undefined> {
  const { person, say } = login;
  const { host } = new URL(baseUrl);
  if (models.length === 0) return person.line(say.noModels(host));
  const usual = models.indexOf(vendor?.model ?? '');
  const picked = await person.pick(say.whichModel(host, models.length), models, Math.max(0, usual));
  return picked === undefined ? undefined : models[picked];
}

/** Saves all or nothing: if the settings cannot be written, the key is removed again. */
async function save(target: LoginTarget, key: string | undefined, model: string, login: Login): Promise<void> {
  const { settings, signal } = login;
  const { provider } = settings.settings;
  const values: [string, unknown][] = [['model', model]];
  if (!target.vendor || provider.base_url !== undefined) values.push(['provider.base_url', target.baseUrl]);
  if (provider.id !== undefined) values.push(['provider.id', target.vendor?.id ?? 'openai']);
  const before = storedKeys(settings.home)[target.name];
  if (key !== undefined) await storeKey(settings.home, target.name, key, signal);
  try {
    const { saveSettings } = await import('../../config/save-setting.ts');
    await saveSettings({ file: join(settings.home, 'config.json'), values, signal });
  } catch (error) {
    if (key !== undefined) await storeKey(settings.home, target.name, before, signal);
    throw error;
  }
}

/** What overrides the saved values: a variable, a flag or the project's settings. `undefined` if nothing does. */
async function decidedBy(model: string, target: LoginTarget, options: AgentOptions): Promise<Origin | undefined> {
  const now = await loadAppSettings(options);
  if (now.settings.model !== model) return now.origins.get('model');
  const choice = chooseModel(now, options);
  if (choice.kind === 'endpoint' && choice.baseUrl === target.baseUrl) return undefined;
  return now.origins.get('provider.base_url');
}

function giveUp({ person, say }: Login): LoginEnd {
  person.tell(say.givenUp);
  return { status: 'given-up' };
}

function failed({ person, say }: Login, why: string): LoginEnd {
  person.tell(say.failed(why));
  return { status: 'failed', why };
}

async function inWords(problem: Fault, { settings }: AppSettings): Promise<string> {
  return saidIn(problem, (await loadWords(settings.lang)).faults);
}
