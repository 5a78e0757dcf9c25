/** What policy sees and what it says: typed values all the way, so that no code reads a reason's text. */

import type { Confinement, LentName, Network, PlaceStatus } from './place.ts';
import type { Effect } from './tool.ts';
import type { Verdict } from './verdict.ts';

export interface Decision {
  verdict: Verdict;
  reasons: Reason[];
  /** The last guard: refused by the executor in every mode, whatever was approved. */
  hardBlock?: true;
  /** A command line that is proved to change nothing. */
  onlyReads?: true;
  /** Of a line that only reads, but perhaps for what a repository has git run: the folders in which it would run git. */
  readsGitIn?: readonly string[];
  /** How the sandbox holds the command; absent: it runs outside. */
  confinement?: Confinement;
  /** Where the layer cannot tell hosts apart: it was allowed, and so has the network. */
  sockets?: true;
  /** It would leave the sandbox, or is lent what lies outside: neither a mode nor a setting says yes to that. */
  leaves?: true;
  /** The socket that it is lent. */
  lend?: LentName;
  /** What `always` could cover, from narrow to wide; empty where it is not offered. */
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

/** A sentence for the model, in English, and what it takes to say it in any language. */
export interface Said {
  /** Readable, names the part and the rule. */
  text: string;
  /** Its name among the reasons of the words, then its parameters. */
  says: readonly string[];
}

export interface Reason extends Said {
  code: ReasonCode;
  /** A risk reason takes y or n only and no saved rule lifts it; a policy reason may be remembered. */
  risk: boolean;
  /** The part of the command it is about, and where that is in the line. */
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
  /** The shell line, where the call runs one, and the folder it runs in; or typed at the prompt of this shell. */
  command?: { line: string; cwd: string; interactive?: boolean; typedAt?: string; outside?: string; lend?: LentName };
  /** A host name, where the call goes to the network; `sends`: it gives away or changes something there. */
  host?: { name: string; private: boolean; sends?: boolean };
  origin: 'model' | 'user' | 'verify';
  /** Of coder's own check: it may run unasked, as far as no rule and no risk speaks against it. */
  agreed?: true;
}

export interface UsedPath {
  /** Absolute, symlinks followed. */
  path: string;
  /** As the call named it. */
  shown: string;
  access: 'read' | 'write';
  inside: boolean;
  protected: boolean;
  /** Holds keys of coder itself: no tool reads or writes it, whoever agrees. */
  withheld?: boolean;
}

/** All that decides besides the call itself. `look` is the only window on the disk, and it is passed in. */
export interface Facts {
  root: string;
  roots: readonly string[];
  /** The person's, links followed. */
  home: string;
  preset: Preset;
  grants: readonly Grant[];
  hardBlockInYolo: boolean;
  /** Where commands run; absent: nothing confines them. */
  place?: PlaceStatus;
  /** Whether a command may ask to leave the sandbox; absent: it may. */
  mayLeave?: boolean;
  /** In the sandbox, what undo takes back asks no more: only leaving does. */
  asksOnlyToLeave?: boolean;
  /** Hosts that commands and fetching may reach, by the settings. */
  hosts?: readonly string[];
  /** What the mode gives to commands in a sandbox; absent: hosts that are allowed. */
  network?: Network;
  /** What the person types (`! ls`) is confined too. */
  confinesPerson?: boolean;
  /** The mode changes nothing: what runs in it is thrown away. */
  onlyReads?: boolean;
  look: Look;
}

export interface Look {
  /** What is at an absolute path, links followed. */
  kind(path: string): 'file' | 'directory' | 'other' | 'missing';
  /** The path with links followed as far as it exists. */
  real(path: string): string;
  /** Whether lines are run by bash; another shell reads some of them differently. Absent: they are. */
  hasBash?(): boolean;
  /** What in the config of the repository at a folder has git run a program, if anything. */
  gitProgram?(root: string): string | undefined;
  /** The first path anywhere below a folder that is wanted; the folder itself where it holds too much to tell. */
  findName?(
    folder: string,
    isWanted: (path: string, isFolder: boolean) => boolean,
    options?: FindOptions,
  ): string | undefined;
  /** The first file that git tracks, in or below a folder, that is wanted; the folder itself where that cannot be told. */
  findTracked?(folder: string, isWanted: (path: string) => boolean): string | undefined;
  /**
   * The first link, at most `depth` levels below a folder, that is wanted by its name from there and its target; the
   * folder itself where it holds too much to tell.
   */
  findLink?(folder: string, depth: number, isWanted: (name: string, target: string) => boolean): string | undefined;
}

export interface FindOptions {
  /** How many levels. */
  depth?: number;
  /** Only what ripgrep would look at by itself. */
  isRipgrep?: boolean;
  enters?: (path: string) => boolean;
}

export interface Preset {
  name: string;
  /** By permission key; `*` is the base line. */
  rules: Readonly<Record<string, Verdict>>;
  /** By pattern over the parsed command; `*` is the base line, the longest match wins. */
  bash: Readonly<Record<string, Verdict>>;
  /** By pattern over the names of servers' tools; the longest match wins. */
  mcp?: Readonly<Record<string, Verdict>>;
  /** `yolo`: bash skips policy and risk. */
  bashSkipsChecks?: boolean;
  /** Read-only commands run unasked. */
  readOnlyRuns: boolean;
}

/** What `always` remembers: a command pattern, or a whole permission key for tools that run no command. */
export interface Scope {
  permission: string;
  /** `git push origin *`; absent for tools without a command. */
  pattern?: string;
}

export function isSameScope(a: Scope, b: Scope): boolean {
  return a.permission === b.permission && a.pattern === b.pattern;
}

export interface Grant extends Scope {
  lifetime: 'session' | 'project';
  at: number;
}

/** Rule by rule, what would happen to a command: one row for each command, then each risk, then what else asks. */
export interface Explanation {
  rows: ExplainRow[];
  /** The strictest of them. */
  verdict: Verdict;
  result: 'hard-block' | 'refused' | 'runs' | 'asks-risk' | 'asks-always' | 'asks';
  /** What becomes of it in the sandbox that commands run in. */
  inside?: { layer: string; verdict: Verdict };
}

export interface ExplainRow {
  /** The part of the line this is about. */
  part: string;
  verdict: Verdict;
  /** Which rule decided. */
  why: readonly Said[];
  /** No saved rule lifts it. */
  risk: boolean;
}

/** What a shell line would delete, move or overwrite, as far as the line itself says. */
export type Target = { action: 'delete' | 'move' | 'overwrite'; recursive: boolean } & (
  | { kind: 'path'; path: string; inside: boolean }
  /** A pattern that is still to be resolved in this folder. */
  | { kind: 'glob'; pattern: string; cwd: string }
  /** Only known when it runs. */
  | { kind: 'unknown'; text: string }
);
