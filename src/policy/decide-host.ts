/** Whether a command may connect to a host, judged by its name before any lookup. Pure. */

import { classifyName } from '../base/net/url-reach.ts';
import type { Decision, Facts, Reason, Said, Scope } from '../protocol/policy.ts';
import type { HostTarget } from '../protocol/sandbox.ts';
import { say } from './say.ts';

/** The permission under which hosts are remembered, for commands and for tools that fetch. */
export const HOSTS = 'network';

type HostFacts = Pick<Facts, 'preset' | 'grants' | 'hosts' | 'network'>;

export function decideHost({ name, port, address, isOwn }: HostTarget, facts: HostFacts): Decision {
  const { preset, hosts = [], network = 'hosts' } = facts;
  const kind = classifyName(`https://${name}`).kind;
  if (kind === 'forbidden') return deny(say('neverReached', name));
  const rule = preset.rules[HOSTS] ?? preset.rules['*'] ?? 'ask';
  if (network === 'none') return deny(say('modeHasNoNetwork'));
  if (rule === 'deny') return deny(say('presetRefuses', preset.name, HOSTS));
  if (isOwn) return decideOwn(port, facts);
  if (hosts.includes(name) || hosts.includes(`${name}:${port}`)) return ALLOW; // the person named exactly this host, so it may lead anywhere
  if (address !== undefined) return askedAlways(say('leadsToPrivate', name, address));
  if (kind === 'private') return askedAlways(say('privateAddress', name));
  if (network === 'open' || rule === 'allow' || isAllowedHost(name, facts)) return ALLOW;
  return asked(say('newHost', name, String(port)), hostScopes(name));
}

/** A server on this machine: asked about port by port, in every mode. */
function decideOwn(port: number, facts: HostFacts): Decision {
  const pattern = `localhost:${port}`;
  if (facts.hosts?.includes('localhost') || isAllowedHost(pattern, facts)) return ALLOW;
  return asked(say('ownServer', String(port)), [{ permission: HOSTS, pattern }]);
}

const ALLOW: Decision = { verdict: 'allow', reasons: [], scopes: [] };

function deny(said: Said): Decision {
  return { verdict: 'deny', reasons: [riskOf(said)], scopes: [] };
}

function asked(said: Said, scopes: Scope[]): Decision {
  return { verdict: 'ask', reasons: [{ code: 'host', ...said, risk: false }], scopes };
}

/** Asks as a risk, which no saved rule lifts. */
function askedAlways(said: Said): Decision {
  return { verdict: 'ask', reasons: [riskOf(said)], scopes: [] };
}

function riskOf(said: Said): Reason {
  return { code: 'host', ...said, risk: true };
}

/** True if the host is in the list that commands and fetching share: the settings and the hosts answered with "always". */
export function isAllowedHost(name: string, { hosts = [], grants }: Pick<Facts, 'hosts' | 'grants'>): boolean {
  const granted = grants.flatMap(({ permission, pattern }) => (permission === HOSTS && pattern ? [pattern] : []));
  return [...hosts, ...granted].some((pattern) => matchesHost(pattern, name));
}

/** A pattern is `example.org`, or `*.example.org` for its subdomains. */
export function matchesHost(pattern: string, name: string): boolean {
  const wanted = pattern.toLowerCase();
  return wanted.startsWith('*.') ? name.endsWith(wanted.slice(1)) : wanted === name;
}

/** From narrow to wide; never a whole top-level domain, nor a domain that many parties share. */
export function hostScopes(name: string): Scope[] {
  const labels = name.split('.');
  const above = labels.slice(1);
  const isOwned = above.length >= 2 && !(above.length === 2 && SHARED.test(above.join('.')));
  const patterns = [name, ...(isOwned ? [`*.${above.join('.')}`] : [])];
  return patterns.map((pattern) => ({ permission: HOSTS, pattern }));
}

/** Domains under which anyone can register a name. */
const SHARED =
  /^(?:(?:co|com|org|net|gov|ac|edu|or|ne|go)\.[a-z]{2}|(?:github|gitlab|netlify|vercel|web|pages|workers|fly|ngrok|ngrok-free|herokuapp|cloudfront|amazonaws|azurewebsites|firebaseapp|blogspot|readthedocs|appspot|onrender|surge|deno|repl|glitch)\.[a-z]{2,4})$/;
