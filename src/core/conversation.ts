/** What handling an input needs: the engine, the settings in use between turns, and the ports only commands use. */

import type { CommandContext, CommandResult, ListedSkill, SetupControl } from '../protocol/command.ts';
import type { CustomCommands } from '../protocol/custom-command.ts';
import type { Exported, ExportFormat, ListedSession, Session, SessionChoice } from '../protocol/session.ts';
import type { Engine } from './engine.ts';
import type { LiveSession } from './live-session.ts';
import type { Opened, SettingsInUse } from './settings-in-use.ts';
import type { Steering } from './stages/stage.ts';

export interface Conversation {
  readonly engine: Engine;
  readonly inUse: SettingsInUse;
  readonly takeSteering: Steering;
  readonly sessions: SessionPort;
  readonly commands: CommandPort;
}

/** The sessions of this folder. */
export interface SessionPort {
  /** Closes `before` only once the chosen session is open, so a failed open changes nothing. */
  open(choice: SessionChoice, before: LiveSession): Promise<Opened>;
  /** Lists sessions, newest first. */
  list(limit: number): Promise<ListedSession[]>;
  /** `false` if the name is not valid or there is no such session. */
  name(name: string, id: string | undefined): Promise<boolean>;
  export(session: Session, format: ExportFormat, file: string | undefined, replace: boolean): Promise<Exported>;
}

export interface CommandPort {
  /** Runs a built-in command, a mode command or a custom command. */
  run(name: string, args: string, context: CommandContext): Promise<CommandResult>;
  skills(): Promise<readonly ListedSkill[]>;
  custom(): Promise<CustomCommands>;
  readonly setup: SetupControl;
}
