/** The words of a subcommand: in the language of the settings, or of the environment if those cannot be read. */

import type { AgentOptions } from '../app/agent-options.ts';
import { loadAppSettings } from '../app/load-app-settings.ts';
import { CoderError } from '../base/errors.ts';
import { earlyWords, loadWords, type Words } from '../words/words.ts';

export async function wordsFor(options: AgentOptions): Promise<Words> {
  try {
    return await loadWords((await loadAppSettings(options)).settings.lang);
  } catch (error) {
    if (!(error instanceof CoderError)) throw error;
    return earlyWords(options.env, options.flags.lang); // the command itself reports what is wrong with the settings
  }
}
