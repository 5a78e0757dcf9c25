/** Known facts about a failed command and about the system outside the sandbox, from which evidence is drawn. */

import type { Confinement, LentName } from '../../../protocol/sandbox.ts';
import type { HostReport } from '../network/hosts.ts';
import type { Told } from './told-by.ts';

export interface Failed {
  exitCode: number;
  text: string;
  cwd: string;
  confinement: Confinement;
  homeIsLayer: boolean;
  /** The command itself, because some programs do not name what they could not write. */
  line?: string;
  /** True if forbidden writes fail as "read-only" and never as "permission denied", as under bubblewrap for a user who is not root. */
  saysReadOnly?: boolean;
  /** What became of the command's connections; absent if it had no network, or not the session's. */
  hosts?: HostReport;
  /** True if the command had the machine's network. */
  hasSockets?: boolean;
  /** The person's agents that were not lent to the command. */
  agents?: readonly LentName[];
  /** Returns an agent's socket, where agents cannot be lent. */
  agentAt?(name: LentName): string | undefined;
  /** True if private and hidden files exist but cannot be read (Landlock); otherwise they do not exist inside. */
  deniesReads?: boolean;
}

/** A view of the disk as it is outside the sandbox. */
export interface Outside {
  exists(path: string): boolean;
  isWritable(path: string): boolean;
  /** The path with links followed, for the part of it that exists. */
  real?(path: string): string;
  /** True if both are on the same disk. */
  isSameDisk?(one: string, other: string): boolean;
  /** True if the file belongs to the person. */
  isOwn?(path: string): boolean;
  isRoot?(): boolean;
  /** True for an executable file. */
  isProgram?(path: string): boolean;
  isReadable?(path: string): boolean;
  isSocket?(path: string): boolean;
  /** True for a folder that is not empty. */
  isFull?(path: string): boolean;
  /** True if commands created this path in a private folder that is mounted there inside the sandbox. */
  isMadeInside?(path: string): boolean;
  /** True if the process exists and is not the command's; with `isOwn`, only if the person may signal it. */
  isProcess?(pid: number, isOwn: boolean): boolean;
  /** True if a program of that name runs; `isOwn` as for `isProcess`. */
  isRunning?(name: string, isOwn: boolean): boolean;
  /** The command line and the workspace files it names: text it could have printed itself, and where it states what it wants. */
  toldBy?(line: string, cwd: string, roots: readonly string[]): Told;
  /** The text of one of the command's files. */
  textOf?(path: string): string;
  /** True if there is a route to the address. */
  hasRoute?(address: string): boolean;
  /** True if a server listens on the port on this machine, and none does inside. */
  isServed?(port: number): boolean;
}
