/** Hooks as the engine sees them: what they are told, what they may say to it, and what a person is shown of them. */

export const HOOK_EVENTS = [
  'SessionStart',
  'SessionEnd',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'PermissionRequest',
  'PermissionDenied',
  'Notification',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

export interface HookControl {
  /** Whether any hook waits for it; nothing is made ready for one that nobody waits for. */
  listens(event: HookEvent): boolean;
  /** Runs all that wait for it, side by side; never rejects. */
  run(fact: HookFact, signal: AbortSignal): Promise<HookSaid>;
  /** The same, for what a sub-agent does. */
  within(agent: HookAgent): HookControl;
  list(): readonly ListedHook[];
}

/** What happened, or is about to. */
export interface HookFact {
  event: HookEvent;
  scene: HookScene;
  call?: HookCall;
  /** All calls of a step. */
  calls?: readonly HookCall[];
  /** What a matcher is compared with where that is no tool: how a session began, what a notification is about. */
  subject?: string;
  /** What the event alone has. */
  fields?: Readonly<Record<string, unknown>>;
}

export interface HookScene {
  session: string;
  turn?: string;
  prompt?: string;
  mode?: string;
  /** The mode as other agents name it. */
  permissionMode?: string;
  model?: string;
  origin?: 'model' | 'user' | 'verify';
}

export interface HookAgent {
  id: string;
  type: string;
  /** The session that it works for. */
  session: string;
  /** Where it works, if not where its parent does. */
  cwd?: string;
}

/** A call of a tool, by coder's own names. */
export interface HookCall {
  id: string;
  tool: string;
  args: unknown;
  /** The shell line that it runs. */
  line?: string;
  /** What came of it. */
  response?: HookResponse;
}

export interface HookResponse {
  result: Readonly<Record<string, unknown>>;
  /** As the model reads it. */
  text: string;
}

/** What the hooks said, all together: the strictest of several wins. */
export interface HookSaid {
  /** About the call that is about to run. Absent: nothing. */
  verdict?: 'allow' | 'ask' | 'deny';
  /** Why it is refused or asked about, one for each hook that wants it so. */
  reasons: readonly HookReason[];
  /** Other arguments for the call, by coder's own names. */
  args?: unknown;
  /** For the model, each marked as a hook's. */
  context: readonly string[];
  /** Why it must not go on as it would: a prompt that is not sent, a turn that does not end yet, a compaction that is not made. */
  block?: string;
  /** Why the turn ends. */
  stop?: string;
}

export interface HookReason {
  /** The hook, as a person knows it: event, matcher and file. */
  hook: string;
  text: string;
  /** It gave no answer: what happened to it. */
  isFailure?: true;
}

export const NOTHING_SAID: HookSaid = { reasons: [], context: [] };

export interface ListedHook {
  /** As it is written: Gemini's names stay. */
  event: string;
  /** Empty: all. */
  matcher: string;
  /** The command or the address. */
  what: string;
  /** File, line and column. */
  where: string;
  source: 'user' | 'project' | 'plugin';
  state: 'ready' | 'untrusted' | 'changed' | 'never-runs';
  /** Why it never runs: coder has no such event, or no such type of hook. */
  why?: 'event' | 'type';
  /** The name of that. */
  name?: string;
  runs: number;
  failures: number;
  /** How long the last run took, and when it began. */
  lastMs?: number;
  lastAt?: number;
  /** Of the last run that gave no answer. */
  problem?: string;
}

/** A call as hooks of other agents know it. Who knows the tools makes it; one call may have several, as a patch has files. */
export interface CallForm {
  /** Claude's name for the tool; coder's own where there is none. */
  name: string;
  /** Gemini's. */
  gemini?: string;
  /** coder's own. */
  tool: string;
  /** Other names that a matcher may use. */
  also: readonly string[];
  /** In Claude's words. */
  input: Readonly<Record<string, unknown>>;
  /** What rules such as `Bash(git *)` are compared with. */
  texts: readonly string[];
  response?: unknown;
  /** The arguments of coder's own that another input means; nothing where it cannot be told. */
  argsOf(input: Record<string, unknown>): unknown;
}
