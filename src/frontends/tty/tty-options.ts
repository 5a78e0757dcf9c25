/** What the terminal front end is started with. */

import type { AppSettings } from '../../app/load-app-settings.ts';
import type { Language } from '../../base/language.ts';
import type { AgentHandle, Emit } from '../../protocol/agent.ts';
import type { Greeting } from './draw/banner.ts';
import type { CompletionSources } from './input/completer.ts';
import type { Background, ColorLevel } from './screen/theme.ts';
import type { PersonAsked } from './session/ask-person.ts';
import type { Script } from './session/script.ts';

export interface TtyOptions {
  cwd: string;
  /** What the first prompt shows, before the settings are read. */
  settingsHint: { mode: string; model: string; lang: Language };
  screen: ScreenOptions;
  late: LateOptions;
  /** Messages to submit without the person, who still answers requests. */
  script?: Script;
  /** A message that is sent as if it had been typed. */
  opening?: string;
}

interface ScreenOptions {
  color: ColorLevel;
  /** Absent if the terminal has no more than 16 colours. */
  background?: Background;
  screenReader: boolean;
}

/** Called after the first prompt is drawn. */
interface LateOptions {
  createAgent(emit: Emit): Promise<AgentHandle>;
  completionSources?(): CompletionSources;
  settings?(): Promise<TtySettings>;
  /** The start screen, if this start has one. */
  greeting?(): Promise<Greeting | undefined>;
  branch?(): Promise<string | undefined>;
  inputHistory?(): Promise<{ readonly entries: readonly string[]; add(text: string): void } | undefined>;
  /** Connects a model and returns the one to use. */
  login?(person: PersonAsked, named: string | undefined): Promise<string | undefined>;
}

/** Whole sections, so that a new setting is only added where it is read; absent until they are read. */
export type TtySettings = Partial<Pick<AppSettings['settings'], 'input' | 'ui' | 'lang'>>;
