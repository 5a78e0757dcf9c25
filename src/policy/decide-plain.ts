/** Decides about calls without a shell line, by the rules for tool, paths and host: the part of `decide` that parses no shell. */

import { isSecretPath } from '../base/files/secret-file.ts';
import { SERVERS } from '../protocol/permission.ts';
import type { Decision, Facts, Reason, Said, Use } from '../protocol/policy.ts';
import { serverOf, toolsOfServer } from '../protocol/server-names.ts';
import { stricter, type Verdict } from '../protocol/verdict.ts';
import { asksBeforeWriting } from './asks-before-writing.ts';
import { hostScopes, isAllowedHost } from './decide-host.ts';
import { ALLOWED, type Opinion } from './opinion.ts';
import { say } from './say.ts';
import { matchesServerPattern, serverRule } from './server-rule.ts';

export function decidePlain(use: Use, facts: Facts): Decision {
  if (use.command) throw new Error('A shell line is judged by `decide` alone.');
  return merge([byRule(use, facts), ...besides(use, facts)]);
}

/** The opinions that apply to any call, with or without a shell line. */
export function besides(use: Use, facts: Facts): Opinion[] {
  return [byPaths(use, facts), byHost(use, facts)];
}

/** Merges opinions: the strictest wins. */
export function merge(opinions: readonly Opinion[]): Decision {
  const verdict = opinions.map((one) => one.verdict).reduce(stricter, 'allow');
  const reasons = opinions.flatMap((one) => one.reasons);
  const asking = opinions.filter((one) => one.verdict !== 'allow');
  const mayRemember = verdict === 'ask' && asking.length === 1 && reasons.every((reason) => !reason.risk);
  return { verdict, reasons, scopes: mayRemember ? (asking[0]?.scopes ?? []) : [] };
}

function byRule(use: Use, facts: Facts): Opinion {
  const { rules, name } = facts.preset;
  if (use.permission === SERVERS) return byServerRule(use, facts);
  const verdict = rules[use.permission] ?? rules['*'] ?? 'ask';
  if (verdict === 'allow') return ALLOWED;
  const granted = facts.grants.some((grant) => grant.permission === use.permission && grant.pattern === undefined);
  if (verdict === 'ask' && (granted || (use.host && isAllowedHost(use.host.name, facts)))) return ALLOWED;
  const said = say(verdict === 'deny' ? 'presetRefuses' : 'presetAsks', name, use.permission);
  const reason: Reason = { code: 'rule', ...said, risk: false };
  const hosts = use.host ? hostScopes(use.host.name) : [];
  return { verdict, reasons: [reason], scopes: verdict === 'ask' ? [...hosts, { permission: use.permission }] : [] };
}

function byServerRule(use: Use, { preset, grants }: Facts): Opinion {
  const { tool, permission } = use;
  const verdict = serverRule({ name: tool, effect: use.effect }, preset);
  if (verdict === 'allow') return ALLOWED;
  const isGranted = grants.some(
    (grant) =>
      grant.permission === permission && grant.pattern !== undefined && matchesServerPattern(grant.pattern, tool),
  );
  if (verdict === 'ask' && isGranted) return ALLOWED;
  const said = say(verdict === 'deny' ? 'presetRefuses' : 'presetAsks', preset.name, tool);
  const server = serverOf(tool);
  const patterns = [tool, ...(server === undefined ? [] : [toolsOfServer(server)])];
  const scopes = verdict === 'ask' ? patterns.map((pattern) => ({ permission, pattern })) : [];
  return { verdict, reasons: [{ code: 'rule', ...said, risk: false }], scopes };
}

function byPaths(use: Use, facts: Facts): Opinion {
  return use.paths
    .map((path) => byPath(path, facts))
    .reduce(
      (a, b) => ({ verdict: stricter(a.verdict, b.verdict), reasons: [...a.reasons, ...b.reasons], scopes: [] }),
      ALLOWED,
    );
}

function byPath(path: Use['paths'][number], { roots, home, preset }: Facts): Opinion {
  const opinion = (verdict: Verdict, code: Reason['code'], said: Said): Opinion => ({
    verdict,
    reasons: [{ code, ...said, risk: verdict === 'deny', part: path.shown }],
    scopes: [],
  });
  if (path.withheld) return opinion('deny', 'secret-file', say('pathWithheld', path.shown));
  if (!path.inside) return opinion('deny', 'outside-workspace', say('pathOutside', path.shown));
  if (path.access === 'write' && path.protected) {
    return opinion('deny', 'protected-path', say('pathProtected', path.shown));
  }
  if (path.access === 'write' && !preset.bashSkipsChecks && asksBeforeWriting(path.path, roots, home)) {
    return opinion('ask', 'protected-path', say('pathSteers', path.shown));
  }
  if (isSecretPath(path.path) || isSecretPath(path.shown)) {
    return opinion('ask', 'secret-file', say('mayHoldSecrets', path.shown));
  }
  return ALLOWED;
}

function byHost(use: Use, { preset }: Facts): Opinion {
  if (!use.host) return ALLOWED;
  const { name, private: isPrivate, sends } = use.host;
  const said = [
    ...(isPrivate ? [say('privateAddress', name)] : []),
    ...(sends && !preset.bashSkipsChecks ? [say('sentThere', name)] : []),
  ];
  if (said.length === 0) return ALLOWED;
  const reasons = said.map((each): Reason => ({ code: 'network', ...each, risk: true, part: name }));
  return { verdict: 'ask', reasons, scopes: [] };
}
