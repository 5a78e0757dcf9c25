/** What lies around a conversation, for built-in commands: other sessions, models, jobs, skills, commands of one's own. */

import type { TerminalControl } from './terminal.ts';

export interface Surroundings {
  /** The newest first. */
  sessions(limit: number): Promise<ListedSession[]>;
  /** By place, those that can be used from here. */
  models(signal: AbortSignal): Promise<{ name: string; models: readonly string[]; error?: string }[]>;
  /** Why a model cannot be used; nothing where it can. */
  modelProblem(name: string): string | undefined;
  /** For the next start; gives the file it went to, and throws where it could not be saved. */
  saveModel(name: string, signal: AbortSignal): Promise<string>;
  skills(): Promise<readonly { name: string; description: string; path: string }[]>;
  jobs(): readonly RunningJob[];
  readonly terminals: TerminalControl;
  customCommands(): Promise<CustomCommands>;
  /** Without a file, one named after the session, in the workspace. An existing file is only replaced when told to. */
  exportSession(format: ExportFormat, file: string | undefined, replace: boolean): Promise<Exported>;
}

export interface ListedSession {
  id: string;
  title: string;
  updatedAt: number;
  damaged?: true;
}

export interface RunningJob {
  readonly id: string;
  readonly command: string;
  readonly startedAt: number;
  readonly state: 'running' | 'exited' | 'stopped';
  readonly exitCode: number | null;
  read(from?: number): { text: string; next: number };
  stop(): Promise<void>;
}

export interface CustomCommands {
  commands: readonly CustomCommand[];
  /** What was left out, and why. */
  problems: readonly string[];
}

/** `.coder/commands/review.md` as `/review`. */
export interface CustomCommand {
  name: string;
  description: string;
  origin: 'project' | 'user';
  path: string;
  /** What the model is told; `$ARGUMENTS` stands for what follows the name. */
  body: string;
}

export const EXPORT_FORMATS = ['html', 'md', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export type Exported = { status: 'saved' | 'exists'; path: string };
