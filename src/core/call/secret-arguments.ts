/** Handles secrets in a call: put back into a tool's arguments, hidden in its outcome. */

import { isPlainObject } from '../../base/schema.ts';
import { maskDeep } from '../../base/secrets/mask-deep.ts';
import { say } from '../../policy/say.ts';
import type { Outcome } from '../../protocol/message.ts';
import type { Decision, Reason, Use } from '../../protocol/policy.ts';
import type { Secrets } from '../../protocol/secrets.ts';
import { type Failure, failed, type Tool } from '../../protocol/tool.ts';

export interface RevealedArguments {
  args: unknown;
  /** Names of the secrets that the arguments now contain. */
  names: string[];
}

/** True if the arguments contain a placeholder; most do not and are passed on unchanged. */
export function hasSecrets({ effect }: Tool, args: unknown): boolean {
  return effect !== 'none' && effect !== 'ask' && holdsPlaceholder(args);
}

/** Refuses a placeholder of an unknown secret, because writing it would destroy the value it stood for. */
export async function revealArguments(args: unknown, secrets: Secrets): Promise<RevealedArguments | Failure> {
  let found = revealDeep(args, secrets);
  if (found.unknown.size > 0) {
    await secrets.look([], { text: '', cwd: '/' }); // it may be from an earlier run and still be in a file
    found = revealDeep(args, secrets);
  }
  const [unknown] = found.unknown;
  if (unknown === undefined) return { args: found.value, names: [...found.names] };
  return failed(
    `${unknown} stands for a secret that is not known here, so it cannot be put back. Read the file again, or leave that part as it is.`,
  );
}

function holdsPlaceholder(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('[secret:');
  if (typeof value !== 'object' || value === null) return false;
  for (const key in value) if (holdsPlaceholder((value as Record<string, unknown>)[key])) return true;
  return false;
}

interface RevealedValue {
  value: unknown;
  names: Set<string>;
  unknown: Set<string>;
}

function revealDeep(given: unknown, secrets: Secrets): RevealedValue {
  const names = new Set<string>();
  const unknown = new Set<string>();
  return { value: each(given), names, unknown };

  function each(value: unknown, key?: string): unknown {
    if (typeof value === 'string') {
      const revealed = secrets.reveal(value, key === 'pattern' ? quoted : undefined);
      for (const name of revealed.names) names.add(name);
      for (const placeholder of revealed.unknown) unknown.add(placeholder);
      return revealed.text;
    }
    if (Array.isArray(value)) return value.map((item) => each(item, key));
    if (!isPlainObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, each(field, key)]));
  }
}

/** Escapes a secret for use in a search pattern. */
function quoted(value: string): string {
  return value.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Files may get secrets back; a program or a server gets one only with approval, each time. */
export function withGivenSecrets(decision: Decision, use: Use, names: readonly string[]): Decision {
  const { effect, tool, command, host } = use;
  if (names.length === 0 || effect === 'edit' || effect === 'read' || decision.verdict === 'deny') return decision;
  const to = host?.name ?? command?.line.trim().split(/\s/, 1)[0] ?? tool;
  const reasons = names.map((name): Reason => ({ code: 'gives-secret', ...say('givesSecret', name, to), risk: true }));
  return { ...decision, verdict: 'ask', reasons: [...decision.reasons, ...reasons], scopes: [] };
}

export async function learnSecrets({ effect, paths, command }: Use, secrets: Secrets): Promise<void> {
  if (effect === 'none' || effect === 'ask') return;
  const isOpen = effect !== 'read' && effect !== 'edit';
  const line = command ? { text: command.line, cwd: command.cwd } : { text: '', cwd: '/' };
  await secrets.look(
    paths.flatMap(({ path, shown }) => [path, shown]),
    isOpen ? line : undefined,
  );
}

/** Hides secrets, also partial ones at a cut, because tools shorten long output. */
export function hideIn(outcome: Outcome, secrets: Secrets): Outcome {
  return maskDeep(outcome, (text) => secrets.mask(text, { cut: true }));
}
