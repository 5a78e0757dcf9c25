/** Builds the JSON a hook reads on standard input: everything that Claude Code, Codex, Qwen and Gemini pass, in one object. */

import type { CallForm, HookAgent, HookFact } from '../../protocol/hooks.ts';
import type { Hook } from './read.ts';

export interface PayloadFacts {
  fact: HookFact;
  agent: HookAgent | undefined;
  form: CallForm | undefined;
  /** All calls of a step, in short form. */
  calls: readonly object[] | undefined;
  cwd: string;
  /** Path of a session's log. */
  transcript(session: string): string;
  now: Date;
}

export function payloadOf(hook: Hook, { fact, agent, form, calls, cwd, transcript, now }: PayloadFacts): object {
  const { scene, call, fields } = fact;
  const session = agent?.session ?? scene.session;
  return {
    session_id: session,
    transcript_path: transcript(session),
    cwd,
    hook_event_name: hook.event,
    timestamp: now.toISOString(),
    ...(scene.prompt !== undefined && { prompt_id: scene.prompt }),
    ...(scene.turn !== undefined && { turn_id: scene.turn }),
    ...(scene.permissionMode !== undefined && { permission_mode: scene.permissionMode }),
    ...(scene.mode !== undefined && { coder_mode: scene.mode }),
    ...(scene.model !== undefined && { model: scene.model }),
    ...(scene.origin !== undefined && { origin: scene.origin }),
    ...(agent && { agent_id: agent.id, agent_type: agent.type }),
    ...(call && form && { ...toolFields(hook, form), tool_use_id: call.id, tool_call_id: call.id }),
    ...(calls && { tool_calls: calls }),
    ...fields,
  };
}

function toolFields({ from: { dialect } }: Hook, form: CallForm): object {
  const { name, gemini = name, input, tool, response } = form;
  return {
    tool_name: dialect === 'gemini' || dialect === 'qwen' ? gemini : name,
    tool_input: input,
    coder_tool: tool,
    ...(response !== undefined && { tool_response: response }),
  };
}
