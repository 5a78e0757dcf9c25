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

/** The events meant by a name; empty if coder has none of that name. */
export function eventsNamed(name: string): readonly HookEvent[] {
  const event = HOOK_EVENTS.find((each) => each === name);
  return event ? [event] : (own<readonly HookEvent[]>(GEMINI as never, name) ?? []);
}

/** True if hooks for this event decide: without their answer nothing is approved. */
export function isGuarded(event: HookEvent): boolean {
  return event === 'PreToolUse' || event === 'PermissionRequest';
}

/** True if output other than JSON is meant for the model. */
export function takesText(event: HookEvent): boolean {
  return event === 'SessionStart' || event === 'UserPromptSubmit' || event === 'SubagentStart';
}
