/** Where a person can log in: servers named by variables, vendors of the table, servers on this machine. */

import type { Environment } from '../../base/net/proxy.ts';
import { listModels } from '../../providers/catalogue/list-models.ts';
import { storedKeys } from '../../providers/catalogue/stored-keys.ts';
import { VENDORS, type Vendor } from '../../providers/catalogue/table.ts';
import type { LoginWords } from '../../words/en/login.ts';

export interface LoginTarget {
  /** The name its key is stored under: a vendor's id, or an origin. */
  name: string;
  label: string;
  baseUrl: string;
  vendor?: Vendor;
  /** True for a server on this machine that answers without a key. */
  isOpen: boolean;
  /** The variable that already holds its key. */
  variable?: string;
}

/** The ids of the vendors that need a key. */
export function hostedVendors(): string[] {
  return hosted().map(({ id }) => id);
}

function hosted(): Vendor[] {
  return VENDORS.filter(({ keyVariable }) => keyVariable !== undefined);
}

export async function loginTargets(
  env: Environment,
  keys: Readonly<Record<string, string>>,
  say: LoginWords,
  signal: AbortSignal,
): Promise<LoginTarget[]> {
  const local = await listModels({ kind: 'offline', model: 'offline' }, env, signal);
  const named = serverOf(env);
  return [
    ...(named ? [named] : []),
    ...hosted().map((vendor) => vendorTarget(vendor, env, keys, say)),
    ...local.flatMap(({ vendor, baseUrl }): LoginTarget[] => {
      const found = VENDORS.find(({ id }) => id === vendor);
      return [
        { name: vendor, label: `${vendor}  ${say.running}`, baseUrl, isOpen: true, ...(found && { vendor: found }) },
      ];
    }),
  ];
}

/** Shows where the key of each vendor comes from, never the key itself. */
export function keyLines(env: Environment, home: string, say: LoginWords): string[] {
  const keys = storedKeys(home);
  return VENDORS.flatMap(({ id, keyVariable }) => {
    if (keyVariable === undefined) return [];
    const saved = keys[id] === undefined ? say.noKey(keyVariable) : say.keySaved;
    return [`${id.padEnd(10)}  ${env[keyVariable]?.trim() ? say.keySet(keyVariable) : saved}`];
  });
}

/** The target with this vendor's name or address; `undefined` if the text is neither. */
export function targetNamed(
  text: string,
  env: Environment,
  keys: Readonly<Record<string, string>>,
  say: LoginWords,
): LoginTarget | undefined {
  const vendor = VENDORS.find(({ id }) => id === text.toLowerCase());
  if (vendor) return vendorTarget(vendor, env, keys, say);
  return targetAt(text);
}

/** `llm.example.com` means https; a server without a path has its API below /v1. */
export function targetAt(address: string): LoginTarget | undefined {
  const written = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  const url = /\s/.test(address) || !/[.:]/.test(address) ? undefined : (URL.parse(written) ?? undefined);
  if (!url || url.username || url.password) return undefined;
  const path = url.pathname.replace(/\/+$/, '') || '/v1';
  const baseUrl = `${url.origin}${path}`;
  const vendor = VENDORS.find((each) => each.keyVariable && new URL(each.baseUrl).origin === url.origin);
  return { name: vendor?.id ?? url.origin, label: url.host, baseUrl, isOpen: false, ...(vendor && { vendor }) };
}

function vendorTarget(
  vendor: Vendor,
  env: Environment,
  keys: Readonly<Record<string, string>>,
  say: LoginWords,
): LoginTarget {
  const { id, baseUrl, keyVariable } = vendor;
  const isSet = keyVariable !== undefined && (env[keyVariable]?.trim() ?? '') !== '';
  const note = isSet ? say.keySet(keyVariable) : keys[id] === undefined ? '' : say.keySaved;
  return {
    name: id,
    label: `${id.padEnd(10)}  ${new URL(baseUrl).host}${note && `  (${note})`}`,
    baseUrl,
    vendor,
    isOpen: keyVariable === undefined,
    ...(isSet && { variable: keyVariable }),
  };
}

function serverOf(env: Environment): LoginTarget | undefined {
  const variable = ['AGENT_BASE_URL', 'OPENAI_BASE_URL'].find((name) => env[name]);
  const target = variable === undefined ? undefined : targetAt(env[variable] ?? '');
  return target && { ...target, label: `${target.label}  (${variable})` };
}
