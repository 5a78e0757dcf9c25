/** What a front end says about the agent it wants. */

import type { SettingsInput } from '../config/settings.ts';
import type { MachineCheck } from '../protocol/command.ts';
import type { Provider } from '../protocol/provider.ts';
import type { Session, SessionChoice } from '../protocol/session.ts';
import type { Tool } from '../protocol/tool.ts';
import type { EditorFiles } from './person/editor-files.ts';

export interface AgentOptions {
  /** The working directory, absolute: the workspace. */
  cwd: string;
  version: string;
  env: NodeJS.ProcessEnv;
  /** Somebody is there to answer requests. */
  attended: boolean;
  /** Events go to the person's own screen: it shows what commands print as it is. Elsewhere secrets are hidden in them. */
  screen?: true;
  /** While what was said waits to be written: resolves when more may be said. The model is not read meanwhile. */
  room?(): Promise<void> | undefined;
  session: SessionChoice;
  /** Where sessions are, if not in the workspace. */
  sessionsFolder?: string;
  /** Settings from the command line, on top of all others. */
  flags: SettingsInput;
  configFile?: string;
  /** `sha256:…`: exactly this set of what the project brings along is trusted for this run. */
  trust?: string;
  /** A look at the machine, for `/doctor`. */
  examine?(signal: AbortSignal): Promise<readonly MachineCheck[]>;
  /** Answers instead of the configured ones. */
  provider?: Provider;
  /** Holds files open, perhaps unsaved: they are read and written through it. */
  editor?: EditorFiles;
  /** The log of each of its sessions, as soon as that is open. */
  onLog?(log: Pick<Session, 'id' | 'entries'>): void;
  /** Puts something around or in place of a tool. */
  adaptTool?(tool: Tool): Tool;
}
