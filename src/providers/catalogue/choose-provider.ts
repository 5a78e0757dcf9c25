/** Chooses the model and its endpoint from settings, environment and keys. Pure. */

import { type Environment, isLoopback } from '../../base/net/proxy.ts';
import type { Fault, FaultSays } from '../../protocol/fault.ts';
import { fault } from '../../words/fault.ts';
import { type ProtocolName, type Quirks, type ReasoningLevel, VENDORS, type Vendor } from './table.ts';

export interface ProviderSettings {
  provider?: string;
  model?: string;
  baseUrl?: string;
  /** Who set `baseUrl`. A project's endpoint is never sent a key of the person's. */
  baseUrlBy?: 'user' | 'project';
  /** The variable that holds the key for the person's own `baseUrl`. */
  keyVariable?: string;
  /** A command that prints the key, used if nothing else provides one. */
  keyCommand?: readonly string[];
  headers?: Readonly<Record<string, string>>;
  /** Absent for the vendor's own protocol, or Chat Completions for all other endpoints. */
  protocol?: ProtocolName;
  reasoning?: ReasoningLevel;
}

export type ProviderChoice = { kind: 'offline'; model: 'offline' } | EndpointChoice | Refused;

/** Nothing can be sent yet; the message says what to set. */
interface Refused {
  kind: 'refused';
  message: string;
  says: FaultSays;
}

export interface EndpointChoice {
  kind: 'endpoint';
  /** A vendor of the table, or `custom`. */
  vendor: string;
  protocol: ProtocolName;
  baseUrl: string;
  key?: string;
  /** The variable or file that the key comes from, never the key. */
  keyFrom?: string;
  /** A command that prints the key. */
  keyCommand?: readonly string[];
  model: string;
  headers: Readonly<Record<string, string>>;
  quirks: Quirks;
  reasoning?: ReasoningLevel;
}

/** Keys by vendor (`openai`) or by origin (`https://llm.example.com`), as in `auth.json`. */
type Auth = Readonly<Record<string, string>>;

interface ProviderAddress {
  vendor?: Vendor;
  baseUrl: string;
  by: 'user' | 'project' | 'environment' | 'table';
}

export function chooseProvider(settings: ProviderSettings, env: Environment, auth: Auth): ProviderChoice {
  const model = settings.model || env['AGENT_MODEL'] || undefined;
  if (settings.provider === 'offline' || model === 'offline') return { kind: 'offline', model: 'offline' };
  const address = chooseAddress(settings, model, env, auth);
  if (address === undefined) return { kind: 'offline', model: 'offline' };
  if ('kind' in address) return address;
  const { vendor, baseUrl } = address;
  const url = URL.parse(baseUrl);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return refuse(fault('badBaseUrl', baseUrl));
  if (url.username || url.password) return refuse(fault('loginInBaseUrl'));
  const key = keyFor(address, url.origin, namedKey(settings, address), env, auth);
  const command = key || address.by === 'project' || !settings.keyCommand?.length ? undefined : settings.keyCommand;
  if (!key && address.by === 'project' && !isLoopback(url.hostname)) {
    return refuse(fault('projectEndpoint', url.host, url.origin));
  }
  if (!key && !command && vendor?.keyVariable && url.origin === originOf(vendor.baseUrl))
    return noKey(vendor, namedKey(settings, address));
  const name = bareModel(model, vendor) ?? vendor?.model;
  if (!name) return refuse(fault('nameAModel', url.host));
  return {
    kind: 'endpoint',
    vendor: vendor?.id ?? 'custom',
    protocol: settings.protocol ?? protocolAt(url, vendor, name),
    baseUrl,
    ...(key && { key: key.value, keyFrom: key.from }),
    ...(command && { keyCommand: command, keyFrom: 'provider.key_command' }),
    model: name,
    headers: settings.headers ?? {},
    quirks: vendor?.quirks ?? {},
    ...(settings.reasoning && { reasoning: settings.reasoning }),
  };
}

/** A vendor's own protocol; a server at another address is likely to offer only Chat Completions. */
function protocolAt(url: URL, vendor: Vendor | undefined, model: string): ProtocolName {
  if (!vendor || /\/openai\/?$/.test(url.pathname)) return 'openai-chat';
  return vendor.responses?.test(model) && url.origin === originOf(vendor.baseUrl)
    ? 'openai-responses'
    : vendor.protocol;
}

/** `undefined` if nothing is set up at all. */
function chooseAddress(
  settings: ProviderSettings,
  model: string | undefined,
  env: Environment,
  auth: Auth,
): ProviderAddress | Refused | undefined {
  const agentUrl = env['AGENT_BASE_URL'];
  // If settings repeat a variable, the variable counts.
  const configured = [agentUrl, env['OPENAI_BASE_URL']].includes(settings.baseUrl) ? undefined : settings.baseUrl;
  const by = settings.baseUrlBy ?? 'project';
  const provider = !configured && namesAnother(model, settings.provider) ? undefined : settings.provider;
  if (provider) {
    const vendor = VENDORS.find(({ id }) => id === provider);
    if (configured) return { vendor, baseUrl: configured, by };
    if (agentUrl) return { vendor, baseUrl: agentUrl, by: 'environment' };
    if (vendor) return atVendor(vendor, env);
    return refuse(fault('unknownProvider', provider, known()));
  }
  if (configured) return { vendor: vendorAt(configured), baseUrl: configured, by };
  if (agentUrl) return { vendor: vendorAt(agentUrl), baseUrl: agentUrl, by: 'environment' };

  const hasKey = (vendor: Vendor): boolean => vendorKey(vendor, env, auth) !== undefined;
  const meant = model && VENDORS.find((vendor) => model.startsWith(`${vendor.id}/`) || vendor.models?.test(model));
  if (meant && (!meant.keyVariable || hasKey(meant))) return atVendor(meant, env);
  const router = VENDORS.find(({ id }) => id === 'openrouter');
  if (model?.includes('/') && router && hasKey(router)) return atVendor(router, env);
  if (meant && !env['OPENAI_BASE_URL']) return noKey(meant);
  const isNamed = (settings.keyVariable && env[settings.keyVariable]) || settings.keyCommand?.length;
  const keyed = isNamed ? openAi() : VENDORS.find(hasKey);
  if (keyed) return atVendor(keyed, env);
  if (env['OPENAI_BASE_URL'])
    return { vendor: vendorAt(env['OPENAI_BASE_URL']), baseUrl: env['OPENAI_BASE_URL'], by: 'environment' };
  if (!model) return settings.keyVariable ? refuse(fault('keyVariableUnset', settings.keyVariable)) : undefined;
  const variable = settings.keyVariable ?? 'OPENAI_API_KEY';
  return refuse(fault('noKeyForModel', model, variable, unknownVendor(model), known()));
}

/** The provider named in `nope/x`, which does not exist. */
function unknownVendor(model: string): string {
  const [vendor = '', ...rest] = model.split('/');
  return rest.length === 0 ? '' : vendor;
}

function known(): string {
  return VENDORS.map(({ id }) => id).join(', ');
}

/** `anthropic/claude-…` means Anthropic even if another provider is configured, unless that provider uses such names itself. */
function namesAnother(model: string | undefined, provider: string | undefined): boolean {
  const configured = VENDORS.find(({ id }) => id === provider);
  if (!model || !configured || configured.model?.includes('/') || !configured.keyVariable) return false;
  return VENDORS.some(({ id }) => id !== provider && model.startsWith(`${id}/`));
}

function atVendor(vendor: Vendor, env: Environment): ProviderAddress {
  const override = vendor.id === 'openai' ? env['OPENAI_BASE_URL'] : undefined;
  return override ? { vendor, baseUrl: override, by: 'environment' } : { vendor, baseUrl: vendor.baseUrl, by: 'table' };
}

/**
 * The variable is meant for the provider that the same settings name; another provider, reached through a model's name, does not get it.
 */
function namedKey(
  { keyVariable, provider = 'openai' }: ProviderSettings,
  { by, vendor }: ProviderAddress,
): string | undefined {
  return by === 'table' && vendor?.id !== provider ? undefined : keyVariable;
}

/** A key goes to the origin it was set for, or where the person's own setting sends it; never where a project does. */
function keyFor(
  { vendor, by }: ProviderAddress,
  origin: string,
  variable: string | undefined,
  env: Environment,
  auth: Auth,
): Key | undefined {
  const chosen = variable && by !== 'project' ? env[variable]?.trim() : undefined;
  if (variable && chosen) return { value: chosen, from: variable };
  const named = auth[origin]?.trim();
  if (named) return { value: named, from: 'auth.json' };
  const agentKey = env['AGENT_API_KEY']?.trim();
  const agentOrigin = originOf(env['AGENT_BASE_URL']);
  if (agentKey && agentOrigin === origin) return { value: agentKey, from: 'AGENT_API_KEY' };
  const homes = [vendor && originOf(vendor.baseUrl), originOf(env['OPENAI_BASE_URL'])];
  const isHome = origin === homes[0] || (origin === homes[1] && (vendor?.id ?? 'openai') === 'openai');
  if (!isHome && by !== 'user') return undefined;
  const own = vendorKey(vendor ?? openAi(), env, auth);
  if (own) return own;
  return agentKey && by === 'user' ? { value: agentKey, from: 'AGENT_API_KEY' } : undefined;
}

interface Key {
  value: string;
  from: string;
}

function vendorKey(vendor: Vendor, env: Environment, auth: Auth): Key | undefined {
  const { id, keyVariable } = vendor;
  if (!keyVariable) return undefined;
  const value = env[keyVariable]?.trim();
  if (value) return { value, from: keyVariable };
  const stored = auth[id]?.trim();
  if (stored) return { value: stored, from: 'auth.json' };
  // AGENT_API_KEY without AGENT_BASE_URL is a key for the default vendor.
  const agentKey = id === 'openai' && !env['AGENT_BASE_URL'] ? env['AGENT_API_KEY']?.trim() : undefined;
  return agentKey ? { value: agentKey, from: 'AGENT_API_KEY' } : undefined;
}

function openAi(): Vendor {
  return VENDORS.find(({ id }) => id === 'openai') as Vendor;
}

function vendorAt(baseUrl: string): Vendor | undefined {
  return VENDORS.find((vendor) => originOf(vendor.baseUrl) === originOf(baseUrl));
}

/** `openai/gpt-5` at OpenAI becomes `gpt-5`; a router's own names keep their slash. */
function bareModel(model: string | undefined, vendor: Vendor | undefined): string | undefined {
  if (!model || !vendor || !model.startsWith(`${vendor.id}/`)) return model;
  const rest = model.slice(vendor.id.length + 1);
  return vendor.id === 'openrouter' && !rest.includes('/') ? model : rest;
}

function originOf(url: string | undefined): string | undefined {
  return url ? URL.parse(url)?.origin : undefined;
}

function noKey({ id, keyVariable = '' }: Vendor, named = keyVariable): Refused {
  return refuse(fault('noKey', id, named));
}

function refuse({ text, says }: Fault): Refused {
  return { kind: 'refused', message: text, says };
}
