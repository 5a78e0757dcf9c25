/** Starts the terminal front end from the command line: what the first prompt needs, and nothing that is slow to find out. */

import type { AgentOptions } from '../../app/agent-options.ts';
import { languageOf } from '../../base/language.ts';
import type { Flags } from '../flags.ts';
import type { CompletionSources } from './input/completer.ts';
import { type InputSettings, runTty } from './main.ts';
import { colorLevel } from './screen/theme.ts';
import type { Script } from './session/script.ts';

export function startTty(options: AgentOptions, flags: Flags, script?: Script): Promise<number> {
  const { env, version, cwd } = options;
  return runTty({
    version,
    cwd,
    settingsHint: {
      mode: flags.mode ?? 'build',
      model: flags.model ?? env.AGENT_MODEL ?? '…',
      lang: flags.lang ?? languageOf(env),
    },
    color: colorLevel(env, flags.noColor),
    screenReader: flags.screenReader || env.ACCESSIBLE === '1',
    async createAgent(emit) {
      const { buildAgent } = await import('../../app/build-agent.ts');
      return buildAgent({ ...options, attended: true }, emit);
    },
    completionSources: () => completionSources(options),
    inputSettings: () => inputSettings(options),
    ...(script && { script }),
  });
}

async function completionSources(options: AgentOptions): Promise<CompletionSources> {
  const [{ createAppCompletions }, { createShellNames }] = await Promise.all([
    import('../../app/completion-sources.ts'),
    import('./session/complete-shell.ts'),
  ]);
  const { cwd, env } = options;
  return { ...createAppCompletions(options), ...createShellNames({ cwd, home: env.HOME ?? '', path: env.PATH ?? '' }) };
}

async function inputSettings(options: AgentOptions): Promise<InputSettings> {
  const { loadAppSettings } = await import('../../app/load-app-settings.ts');
  const { input, lang } = (await loadAppSettings(options)).settings;
  return { vim: input.vim, keys: input.keys, lang };
}
