/** A call on its way: what is asked, in which session, and what policy made of it. */

import type { HookSaid } from '../../protocol/hooks.ts';
import type { ToolCall } from '../../protocol/message.ts';
import type { Mode } from '../../protocol/mode.ts';
import type { Decision, Facts, Use } from '../../protocol/policy.ts';
import type { Tool } from '../../protocol/tool.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import type { CallEnd } from './call-results.ts';

/** The turn that a call belongs to, and who makes the call. */
export interface CallContext {
  turn: string;
  /** The id of the prompt that the call belongs to. */
  prompt?: string;
  tools: readonly Tool[];
  mode: Mode;
  model: string;
  origin: Use['origin'];
  /** Set for coder's own checks that the person agreed to before. */
  agreed?: true;
  /** True for `! ls` with `command_mode.approval: "direct"`: only the hard block still applies. */
  unchecked?: boolean;
}

/** A call whose tool is known and whose arguments fit. */
export interface AskedCall {
  call: ToolCall;
  tool: Tool;
  /** The arguments as written: with placeholders where secrets belong. */
  args: unknown;
  context: CallContext;
  live: LiveSession;
  engine: Engine;
  signal: AbortSignal;
  /** Filled in while the call runs. */
  tally: Tally;
  /** Absent if no hook is configured. */
  hooks?: HooksOfCall;
}

interface Tally {
  /** Files that the call changed besides those it names, as real paths. */
  changed: string[];
  /** How long the person was waited for, which does not count as the call's time. */
  waitedMs: number;
}

/** The part hooks have in deciding about a call. */
interface HooksOfCall {
  /** What the hooks before the call said; absent if none listens. */
  said: HookSaid | undefined;
  /** Runs the hooks that may answer before a person is asked. */
  ask(): Promise<HookSaid | undefined>;
  /** Carries out the call with the other arguments with which a hook approved it. */
  carryOutAs(said: HookSaid): Promise<CallEnd>;
}

/** A call that policy has judged. */
export interface JudgedCall {
  tool: Tool;
  /** The arguments as run: with secrets put back. */
  args: unknown;
  /** Names of the secrets that the arguments contain. */
  secrets: readonly string[];
  use: Use;
  facts: Facts;
  decision: Decision;
}
