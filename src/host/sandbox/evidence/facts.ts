/** What is known of a command that failed, and of the system outside: all that evidence is made of. */

import type { Confinement, LentName } from '../../../protocol/place.ts';
import type { HostReport } from '../network/hosts.ts';
import type { Told } from './told-by.ts';

export interface Failed {
  exitCode: number;
  text: string;
  cwd: string;
  confinement: Confinement;
  homeIsLayer: boolean;
  /** The command itself: some programs do not name what they could not write. */
  line?: string;
  /** What may not be written is read-only here, never merely not allowed, as it is for who has no rights beyond a person's. */
  saysReadOnly?: boolean;
  /** What became of its connections; absent: it had no network at all, or none of the session's own. */
  hosts?: HostReport;
  /** It had the machine's own network. */
  hasSockets?: boolean;
  /** Agents of the person that it was not lent. */
  agents?: readonly LentName[];
  /** Where they cannot be lent: their sockets. */
  agentAt?(name: LentName): string | undefined;
  /** What is private or hidden is there and cannot be read (Landlock); otherwise it is not there. */
  deniesReads?: boolean;
}

/** Looks at the disk as it is outside. */
export interface Outside {
  exists(path: string): boolean;
  isWritable(path: string): boolean;
  /** Where links lead, as far as it exists. */
  real?(path: string): string;
  /** Both are on the same disk. */
  isSameDisk?(one: string, other: string): boolean;
  /** The person's own file. */
  isOwn?(path: string): boolean;
  isRoot?(): boolean;
  /** A file that can be run. */
  isProgram?(path: string): boolean;
  isReadable?(path: string): boolean;
  isSocket?(path: string): boolean;
  /** A folder with something in it. */
  isFull?(path: string): boolean;
  /** Commands made it in a folder of their own, which stands there inside. */
  isMadeInside?(path: string): boolean;
  /** A process that is not the command's own; `isOwn`: one that the person may signal. */
  isProcess?(pid: number, isOwn: boolean): boolean;
  /** A program of that name runs; `isOwn` as above. */
  isRunning?(name: string, isOwn: boolean): boolean;
  /** The command and the files of the workspace that it names: what it could have said by itself, and where it says what it wants. */
  toldBy?(line: string, cwd: string, roots: readonly string[]): Told;
  /** What a file of the command's own holds. */
  textOf?(path: string): string;
  /** A way leads to that address. */
  hasRoute?(address: string): boolean;
  /** A server of this machine listens there, and none inside. */
  isServed?(port: number): boolean;
}
