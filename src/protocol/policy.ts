/** What policy sees and what it decides: typed values throughout, so that no code reads a reason's text. */

import type { Confinement, LentName, Network, SandboxStatus } from './sandbox.ts';
import type { Effect } from './tool.ts';
import type { Verdict } from './verdict.ts';

export interface Decision {
  verdict: Verdict;
  reasons: Reason[];
  /** The last guard: the executor refuses this in every mode, whatever was approved. */
  hardBlock?: true;
  /** The command line is proved to change nothing. */
  onlyReads?: true;
  /** Set for a line that only reads unless a repository's config makes git run programs: the folders in which the line runs git. */
  readsGitIn?: readonly string[];
  /** How the sandbox confines the command; absent if it runs outside. */
  confinement?: Confinement;
  /** Set if the layer cannot filter by host: the command was allowed, so it gets the network. */
  sockets?: true;
  /** The command would leave the sandbox, or is lent something from outside; no mode or setting approves that. */
  leaves?: true;
  /** The socket that the command is lent. */
  lend?: LentName;
  /** What `always` could cover, from narrow to wide; empty if it is not offered. */
  scopes: Scope[];
}

export const REASON_CODES = [
  'rule',
  'tool-off',
  'outside-workspace',
  'protected-path',
  'secret-file',
  'not-proved',
  'unparsed',
  'substitution',
  'dangerous-command',
  'overwrite',
  'environment',
  'planted-program',
  'hidden-characters',
  'too-long',
  'network',
  'gives-secret',
  'leave-sandbox',
  'host',
  'socket',
  'hook',
  'hard-block',
] as const;
type ReasonCode = (typeof REASON_CODES)[number];

/** A sentence for the model, in English, and what is needed to say it in any language. */
export interface Said {
  /** Readable, names the part and the rule. */
  text: string;
  /** The key of the sentence among the reasons in `src/words`, then its parameters. */
  says: readonly string[];
}

export interface Reason extends Said {
  code: ReasonCode;
  /** A risk reason takes yes or no only, and no saved rule lifts it; a policy reason may be remembered. */
  risk: boolean;
  /** The part of the command that the reason is about, and its position in the line. */
  part?: string;
  span?: readonly [start: number, end: number];
}

/** A call as policy sees it: parsed, paths already real, nothing left to look up. */
export interface Use {
  tool: string;
  /** The row of the preset that decides (`edit` for write, edit and patch). */
  permission: string;
  effect: Effect;
  paths: readonly UsedPath[];
  /** The shell line of the call and the folder it runs in. `typedAt`: the shell at whose prompt the line is typed. */
  command?: { line: string; cwd: string; interactive?: boolean; typedAt?: string; outside?: string; lend?: LentName };
  /** The host, if the call uses the network; `sends`: the call gives away or changes something there. */
  host?: { name: string; private: boolean; sends?: boolean };
  origin: 'model' | 'user' | 'verify';
  /** Set for coder's own check, which may run unasked unless a rule or a risk speaks against it. */
  agreed?: true;
}

export interface UsedPath {
  /** Absolute, links followed. */
  path: string;
  /** As the call named it. */
  shown: string;
  access: 'read' | 'write';
  inside: boolean;
  protected: boolean;
  /** Set if it holds coder's own keys: no tool may read or write it, whatever was approved. */
  withheld?: boolean;
}

/** Everything that decides besides the call itself. `disk` is the only access to the disk, and it is passed in. */
export interface Facts {
  root: string;
  roots: readonly string[];
  /** The person's home folder, links followed. */
  home: string;
  preset: Preset;
  grants: readonly Grant[];
  hardBlockInYolo: boolean;
  /** Where commands run; absent if nothing confines them. */
  sandbox?: SandboxStatus;
  /** Whether a command may ask to leave the sandbox; absent: it may. */
  mayLeave?: boolean;
  /** In the sandbox, changes that undo can revert need no approval; only leaving does. */
  asksOnlyToLeave?: boolean;
  /** Hosts that the settings allow commands and fetches to reach. */
  hosts?: readonly string[];
  /** The network that the mode gives to commands in a sandbox; absent: the hosts that are allowed. */
  network?: Network;
  /** Commands typed by the person (`! ls`) are confined too. */
  confinesPerson?: boolean;
  /** The mode changes nothing: writes of commands are thrown away. */
  onlyReads?: boolean;
  disk: DiskView;
}

export interface DiskView {
  /** What is at an absolute path, links followed. */
  kind(path: string): 'file' | 'folder' | 'other' | 'missing';
  /** The path with links followed, for as much of it as exists. */
  real(path: string): string;
  /** Whether bash runs the lines; other shells read some of them differently. Absent: it does. */
  hasBash?(): boolean;
  /** The setting in the config of the repository at `root` that makes git run a program; `undefined` if there is none. */
  gitProgram?(root: string): string | undefined;
  /** The first wanted path anywhere below a folder; the folder itself if it holds too much to tell. */
  findName?(
    folder: string,
    isWanted: (path: string, isFolder: boolean) => boolean,
    options?: FindOptions,
  ): string | undefined;
  /** The first wanted file that git tracks in or below a folder; the folder itself if that cannot be told. */
  findTracked?(folder: string, isWanted: (path: string) => boolean): string | undefined;
  /**
   * The first link, at most `depth` levels below a folder, that is wanted by its relative name and its
   * target; the folder itself if it holds too much to tell.
   */
  findLink?(folder: string, depth: number, isWanted: (name: string, target: string) => boolean): string | undefined;
}

export interface FindOptions {
  /** How many levels to descend. */
  depth?: number;
  /** Only files that ripgrep would search by default. */
  isRipgrep?: boolean;
  enters?: (path: string) => boolean;
}

export interface Preset {
  name: string;
  /** By permission key; `*` is the base line. */
  rules: Readonly<Record<string, Verdict>>;
  /** By pattern over the parsed command; `*` is the base line, the longest match wins. */
  bash: Readonly<Record<string, Verdict>>;
  /** By pattern over the names of MCP tools; the longest match wins. */
  mcp?: Readonly<Record<string, Verdict>>;
  /** `yolo`: bash skips policy and risk. */
  bashSkipsChecks?: boolean;
  /** Read-only commands run unasked. */
  readOnlyRuns: boolean;
}

/** What `always` remembers: a command pattern, or a whole permission key for tools that run no command. */
export interface Scope {
  permission: string;
  /** Such as `git push origin *`; absent for tools without a command. */
  pattern?: string;
}

export function isSameScope(a: Scope, b: Scope): boolean {
  return a.permission === b.permission && a.pattern === b.pattern;
}

export interface Grant extends Scope {
  lifetime: 'session' | 'project';
  at: number;
}

/** What would happen to a command, rule by rule: one row for each command, then each risk, then anything else that asks. */
export interface Explanation {
  rows: ExplainRow[];
  /** The strictest verdict of all rows. */
  verdict: Verdict;
  result: 'hard-block' | 'refused' | 'runs' | 'asks-risk' | 'asks-always' | 'asks';
  inside?: InsideVerdict;
}

/** The verdict in the sandbox that commands run in, or without the sandbox that the settings require. */
export interface InsideVerdict {
  layer: SandboxStatus['layer'];
  verdict: Verdict;
}

export interface ExplainRow {
  /** The part of the line this row is about. */
  part: string;
  verdict: Verdict;
  /** The rules that decided. */
  why: readonly Said[];
  /** True if no saved rule lifts it. */
  risk: boolean;
}

/** Something a shell line would delete, move or overwrite, to the extent the line itself shows it. */
export type Target = { action: 'delete' | 'move' | 'overwrite'; recursive: boolean } & (
  | { kind: 'path'; path: string; inside: boolean }
  /** A pattern still to be resolved in this folder. */
  | { kind: 'glob'; pattern: string; cwd: string }
  /** Only known when the line runs. */
  | { kind: 'unknown'; text: string }
);
