/** The parts of the Agent Client Protocol, version 1, that coder sends and reads; tests check them against the protocol's schema. */

export type Update =
  | ({ sessionUpdate: 'user_message_chunk' | 'agent_message_chunk' | 'agent_thought_chunk' } & Chunk)
  | ({ sessionUpdate: 'tool_call'; title: string } & CallFields)
  | ({ sessionUpdate: 'tool_call_update' } & CallFields)
  | { sessionUpdate: 'plan'; entries: PlanEntry[] }
  | { sessionUpdate: 'available_commands_update'; availableCommands: AvailableCommand[] }
  | { sessionUpdate: 'current_mode_update'; currentModeId: string }
  | { sessionUpdate: 'config_option_update'; configOptions: ConfigOption[] }
  | { sessionUpdate: 'session_info_update'; title?: string; updatedAt?: string }
  | { sessionUpdate: 'usage_update'; used: number; size: number; cost?: { amount: number; currency: string } }
  | { sessionUpdate: 'notice'; severity: 'info' | 'warning' | 'error'; title: string; description?: string }
  | { sessionUpdate: 'compaction_update'; compactionId: string; status: 'completed'; summary?: ContentBlock[] };

interface Chunk {
  content: ContentBlock;
  messageId?: string;
}

export type ContentBlock = { type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string };

export interface CallFields {
  toolCallId: string;
  title?: string;
  name?: string;
  kind?: CallKind;
  status?: 'pending' | 'in_progress' | 'completed' | 'failed';
  content?: CallContent[];
  locations?: Location[];
  rawInput?: unknown;
  rawOutput?: unknown;
}

export type CallKind = 'read' | 'edit' | 'execute' | 'think' | 'fetch' | 'other';

export type CallContent =
  | { type: 'content'; content: ContentBlock }
  | { type: 'diff'; path: string; oldText: string | null; newText: string };

export interface Location {
  path: string;
  /** Counted from 1. */
  line?: number;
}

interface PlanEntry {
  content: string;
  priority: 'medium';
  status: 'pending' | 'in_progress' | 'completed';
}

interface AvailableCommand {
  name: string;
  description: string;
  input?: { hint: string };
}

export interface ConfigOption {
  id: string;
  name: string;
  category: 'mode' | 'model' | 'thought_level';
  type: 'select';
  currentValue: string;
  options: { value: string; name: string; description?: string }[];
}

export interface PermissionOption {
  optionId: string;
  name: string;
  kind: 'allow_once' | 'allow_always' | 'reject_once';
}

export type StopReason = 'end_turn' | 'max_turn_requests' | 'cancelled';

/** What the client declared that it can do. */
export interface Client {
  notices: boolean;
  compaction: boolean;
  reads: boolean;
  writes: boolean;
  forms: boolean;
}

export function text(value: string): ContentBlock {
  return { type: 'text', text: value };
}

export function textContent(value: string): CallContent {
  return { type: 'content', content: text(value) };
}
