/** Reads a hook's answer from how it ended: exit codes and JSON as in Claude Code and Gemini. */

import { isPlainObject } from '../../base/schema.ts';
import { truncate } from '../../base/text/truncate.ts';
import type { HookEvent } from '../../protocol/hooks.ts';
import { isGuarded, takesText } from './events.ts';

export interface HookEnd {
  stdout: string;
  stderr: string;
  exitCode: number;
  /** Why it could not answer: not started, killed, too slow, too much output. */
  failure?: string;
}

export interface HookAnswer {
  verdict?: 'allow' | 'ask' | 'deny';
  reason?: string;
  /** A changed input for the call, in the names the hook was given. */
  input?: Record<string, unknown>;
  context?: string;
  /** Why work must not continue as planned. */
  block?: string;
  /** Why the turn ends. */
  stop?: string;
  /** A message for the person. */
  message?: string;
  /** Why the hook gave no answer. */
  failure?: string;
  /** An error exit that decides nothing. */
  warning?: string;
}

const LONGEST_REASON = 4000;
const LONGEST_CONTEXT = 10_000;
const VERDICTS: Readonly<Record<string, 'allow' | 'ask' | 'deny'>> = {
  allow: 'allow',
  approve: 'allow',
  ask: 'ask',
  defer: 'ask',
  deny: 'deny',
  block: 'deny',
};

export function readAnswer(end: HookEnd, event: HookEvent): HookAnswer {
  const { exitCode, stdout, stderr } = end;
  const said = truncate(stderr.trim(), LONGEST_REASON);
  if (end.failure !== undefined) return { failure: withWords(end.failure, said) };
  if (exitCode === 2) return refusalOf(said || 'it ended with exit code 2 and said nothing', event);
  if (exitCode === 126 || exitCode === 127) {
    return { failure: withWords(`it could not be started (exit code ${exitCode})`, said) };
  }
  if (exitCode > 128 && exitCode <= 192) return { failure: withWords(`it was killed (exit code ${exitCode})`, said) };
  if (exitCode !== 0) return { warning: withWords(`it ended with exit code ${exitCode}`, said) };
  const text = stdout.trim();
  if (text.startsWith('{')) return readJson(text, event);
  return takesText(event) && text !== '' ? { context: truncate(text, LONGEST_CONTEXT) } : {};
}

function withWords(what: string, said: string): string {
  return said === '' ? what : `${what}: ${said}`;
}

/** Exit code 2: what it refuses depends on the event. */
function refusalOf(reason: string, event: HookEvent): HookAnswer {
  return isGuarded(event) ? { verdict: 'deny', reason } : { block: reason };
}

function readJson(text: string, event: HookEvent): HookAnswer {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { failure: 'it printed something that begins like JSON and is none' };
  }
  if (!isPlainObject(said)) return { failure: 'it printed JSON that is no object' };
  const specific = isPlainObject(said.hookSpecificOutput) ? said.hookSpecificOutput : {};
  const reason = textOf(said.reason) ?? textOf(specific.permissionDecisionReason);
  const context = textOf(specific.additionalContext) ?? textOf(said.additionalContext);
  const message = textOf(said.systemMessage);
  return {
    ...(context !== undefined && { context: truncate(context, LONGEST_CONTEXT) }),
    ...(message !== undefined && { message: truncate(message, LONGEST_REASON) }),
    ...(said.continue === false && {
      stop: truncate(textOf(said.stopReason) ?? reason ?? 'it said so', LONGEST_REASON),
    }),
    ...(isGuarded(event) ? guardOf(said, specific, event) : blockOf(said, reason)),
  };
}

function guardOf(said: Record<string, unknown>, specific: Record<string, unknown>, event: HookEvent): HookAnswer {
  const inner = event === 'PermissionRequest' && isPlainObject(specific.decision) ? specific.decision : {};
  const given = inner.behavior ?? specific.permissionDecision ?? said.permissionDecision ?? said.decision;
  const verdict = typeof given === 'string' && Object.hasOwn(VERDICTS, given) ? VERDICTS[given] : undefined;
  if (given !== undefined && given !== null && !verdict) {
    return { failure: `it decided ${truncate(JSON.stringify(given) ?? 'something', 100)}, which is no decision` };
  }
  const reason =
    textOf(specific.permissionDecisionReason) ??
    textOf(inner.message) ??
    textOf(said.reason) ??
    textOf(said.permissionDecisionReason);
  const input = inner.updatedInput ?? specific.updatedInput ?? specific.tool_input ?? said.updatedInput;
  if (input !== undefined && !isPlainObject(input)) return { failure: 'its updatedInput is no object' };
  return {
    ...(verdict && { verdict }),
    ...(reason !== undefined && { reason: truncate(reason, LONGEST_REASON) }),
    ...(input && { input }),
  };
}

function blockOf(said: Record<string, unknown>, reason: string | undefined): HookAnswer {
  const isBlock = said.decision === 'block' || said.decision === 'deny';
  return isBlock ? { block: truncate(reason ?? 'it gave no reason', LONGEST_REASON) } : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
