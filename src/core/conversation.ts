/** What an input works with: the engine, what is in use between turns, and what only commands need. */

import type { CommandContext, CommandResult, ListedSkill, SetupControl } from '../protocol/command.ts';
import type { CustomCommands } from '../protocol/custom-command.ts';
import type { Exported, ExportFormat, ListedSession, Session, SessionChoice } from '../protocol/session.ts';
import type { Engine } from './engine.ts';
import type { LiveSession } from './live-session.ts';
import type { Opened, SettingsInUse } from './settings-in-use.ts';
import type { Steering } from './steps/step.ts';

export interface Conversation {
  readonly engine: Engine;
  readonly inUse: SettingsInUse;
  readonly takeSteering: Steering;
  readonly sessions: SessionPort;
  readonly commands: CommandPort;
}

/** The sessions of this directory. */
export interface SessionPort {
  /** The one before is closed once the other one is open: what cannot be opened changes nothing. */
  open(choice: SessionChoice, before: LiveSession): Promise<Opened>;
  /** The newest first. */
  list(limit: number): Promise<ListedSession[]>;
  /** `false`: no session can have, or has, that name. */
  name(name: string, id: string | undefined): Promise<boolean>;
  export(session: Session, format: ExportFormat, file: string | undefined, replace: boolean): Promise<Exported>;
}

export interface CommandPort {
  /** Runs a built-in, a mode's or a custom command. */
  run(name: string, args: string, context: CommandContext): Promise<CommandResult>;
  skills(): Promise<readonly ListedSkill[]>;
  custom(): Promise<CustomCommands>;
  readonly setup: SetupControl;
}
