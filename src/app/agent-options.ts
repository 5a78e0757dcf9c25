/** The options with which a front end asks for an agent. */

import type { SettingsInput } from '../config/settings.ts';
import type { MachineCheck } from '../protocol/command.ts';
import type { Provider } from '../protocol/provider.ts';
import type { Session, SessionChoice } from '../protocol/session.ts';
import type { Tool } from '../protocol/tool.ts';
import type { EditorFiles } from './person/editor-files.ts';

export interface AgentOptions extends AgentSeams {
  /** The working folder, absolute. */
  cwd: string;
  version: string;
  env: NodeJS.ProcessEnv;
  /** True if a person is present to answer requests. */
  attended: boolean;
  /** Set if events go to the person's own screen, which shows command output unmasked; everywhere else secrets are hidden. */
  screen?: true;
  /** Resolves when output that waits to be written leaves room for more; the model's stream is not read meanwhile. */
  room?(): Promise<void> | undefined;
  session: SessionChoice;
  /** The folder with the sessions; absent if they are in the workspace. */
  sessionsFolder?: string;
  /** Settings from the command line, which override all others. */
  flags: SettingsInput;
  configFile?: string;
  /** `sha256:…`: for this run, trusts exactly this set of what the project provides. */
  trust?: string;
  /** Checks the machine, for `/doctor`. */
  examine?(signal: AbortSignal): Promise<readonly MachineCheck[]>;
}

/** What a caller may put in place of a part, or watch; most leave all of it out. */
interface AgentSeams {
  /** Answers instead of the configured providers. */
  provider?: Provider;
  /** An editor with files open, perhaps unsaved; files are read and written through it. */
  editor?: EditorFiles;
  /** Called with the log of each session as soon as it is open. */
  onLog?(log: Pick<Session, 'id' | 'entries'>): void;
  /** Wraps or replaces a tool. */
  adaptTool?(tool: Tool): Tool;
}
