/** Events by the names that agents give them. */

import { own } from '../../base/own.ts';
import { HOOK_EVENTS, type HookEvent } from '../../protocol/hooks.ts';

const GEMINI: Readonly<Record<string, readonly HookEvent[]>> = {
  BeforeTool: ['PreToolUse'],
  AfterTool: ['PostToolUse', 'PostToolUseFailure'],
  BeforeAgent: ['UserPromptSubmit'],
  AfterAgent: ['Stop'],
  PreCompress: ['PreCompact'],
};

/** What is meant by a name; nothing if coder has no such event. */
export function eventsNamed(name: string): readonly HookEvent[] {
  const event = HOOK_EVENTS.find((each) => each === name);
  return event ? [event] : (own<readonly HookEvent[]>(GEMINI as never, name) ?? []);
}

/** A hook that waits for one of these decides: without its answer nothing is approved. */
export function isGuarded(event: HookEvent): boolean {
  return event === 'PreToolUse' || event === 'PermissionRequest';
}

/** What it prints without being JSON is for the model. */
export function takesText(event: HookEvent): boolean {
  return event === 'SessionStart' || event === 'UserPromptSubmit' || event === 'SubagentStart';
}
