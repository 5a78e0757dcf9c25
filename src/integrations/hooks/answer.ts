/** Reads a hook's answer from how it ended: exit codes and JSON as in Claude Code and Gemini. */

import { isPlainObject } from '../../base/schema.ts';
import { truncate } from '../../base/text/truncate.ts';
import type { Fault, PlainFault } from '../../protocol/fault.ts';
import type { HookEvent } from '../../protocol/hooks.ts';
import { extensionFault, plainExtensionFault } from '../../words/extension-fault.ts';
import { isGuarded, takesText } from './events.ts';

export interface HookEnd {
  stdout: string;
  stderr: string;
  exitCode: number;
  /** What kept it from answering: it could not start, was ended, took too long, printed too much. */
  failure?: PlainFault;
}

/** A hook that did not answer as it should. */
export interface HookTrouble {
  what: PlainFault;
  /** Its standard error; empty if it printed nothing there. */
  printed: string;
}

export interface HookAnswer {
  verdict?: 'allow' | 'ask' | 'deny';
  /** The hook's own words; a fault if it gave none. */
  reason?: string | PlainFault;
  /** Another input for the call, by the names that it was given. */
  input?: Record<string, unknown>;
  context?: string;
  /** Why it must not continue normally. */
  block?: string | PlainFault;
  /** Why the turn ends. */
  stop?: string | PlainFault;
  /** For the person. */
  message?: string;
  /** It did not answer: what happened. */
  failure?: HookTrouble;
  /** It ended with an error that decides nothing. */
  warning?: HookTrouble;
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
  const printed = truncate(stderr.trim(), LONGEST_REASON);
  const code = String(exitCode);
  if (end.failure) return { failure: { what: end.failure, printed } };
  if (exitCode === 2) return refusalOf(printed || plainExtensionFault('hookSilent'), event);
  if (exitCode === 126 || exitCode === 127)
    return { failure: { what: plainExtensionFault('hookNotStartedCode', code), printed } };
  if (exitCode > 128 && exitCode <= 192) return { failure: { what: plainExtensionFault('hookKilled', code), printed } };
  if (exitCode !== 0) return { warning: { what: plainExtensionFault('hookExit', code), printed } };
  const text = stdout.trim();
  if (text.startsWith('{')) return readJson(text, event);
  return takesText(event) && text !== '' ? { context: truncate(text, LONGEST_CONTEXT) } : {};
}

export function troubleFault({ what, printed }: HookTrouble): Fault {
  return printed === '' ? what : extensionFault('hookPrinted', what, printed);
}

function failed(what: PlainFault): HookAnswer {
  return { failure: { what, printed: '' } };
}

/** Exit code 2: what that refuses depends on what was about to happen. */
function refusalOf(reason: string | PlainFault, event: HookEvent): HookAnswer {
  return isGuarded(event) ? { verdict: 'deny', reason } : { block: reason };
}

function readJson(text: string, event: HookEvent): HookAnswer {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return failed(plainExtensionFault('hookBadJson'));
  }
  if (!isPlainObject(said)) return failed(plainExtensionFault('hookNoObject'));
  const specific = isPlainObject(said.hookSpecificOutput) ? said.hookSpecificOutput : {};
  const reason = textOf(said.reason) ?? textOf(specific.permissionDecisionReason);
  const context = textOf(specific.additionalContext) ?? textOf(said.additionalContext);
  const message = textOf(said.systemMessage);
  return {
    ...(context !== undefined && { context: truncate(context, LONGEST_CONTEXT) }),
    ...(message !== undefined && { message: truncate(message, LONGEST_REASON) }),
    ...(said.continue === false && {
      stop: shortened(textOf(said.stopReason) ?? reason) ?? plainExtensionFault('hookStops'),
    }),
    ...(isGuarded(event) ? guardOf(said, specific, event) : blockOf(said, reason)),
  };
}

function guardOf(said: Record<string, unknown>, specific: Record<string, unknown>, event: HookEvent): HookAnswer {
  const inner = event === 'PermissionRequest' && isPlainObject(specific.decision) ? specific.decision : {};
  const given = inner.behavior ?? specific.permissionDecision ?? said.permissionDecision ?? said.decision;
  const verdict = typeof given === 'string' && Object.hasOwn(VERDICTS, given) ? VERDICTS[given] : undefined;
  if (given !== undefined && given !== null && !verdict) {
    return failed(plainExtensionFault('hookNoDecision', truncate(JSON.stringify(given), 100)));
  }
  const reason =
    textOf(specific.permissionDecisionReason) ??
    textOf(inner.message) ??
    textOf(said.reason) ??
    textOf(said.permissionDecisionReason);
  const input = inner.updatedInput ?? specific.updatedInput ?? specific.tool_input ?? said.updatedInput;
  if (input !== undefined && !isPlainObject(input)) return failed(plainExtensionFault('hookBadInput'));
  return {
    ...(verdict && { verdict }),
    ...(reason !== undefined && { reason: truncate(reason, LONGEST_REASON) }),
    ...(input && { input }),
  };
}

function blockOf(said: Record<string, unknown>, reason: string | undefined): HookAnswer {
  const isBlock = said.decision === 'block' || said.decision === 'deny';
  return isBlock ? { block: shortened(reason) ?? plainExtensionFault('hookNoReason') } : {};
}

function shortened(text: string | undefined): string | undefined {
  return text === undefined ? undefined : truncate(text, LONGEST_REASON);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
