/** Starts the terminal front end from the command line, with what the first prompt needs and nothing that is slow to find out. */

import type { AgentOptions } from '../../app/agent-options.ts';
import type { AppSettings } from '../../app/load-app-settings.ts';
import { homeFolder } from '../../base/files/home-folder.ts';
import { withTilde } from '../../base/files/paths.ts';
import { languageOf } from '../../base/language.ts';
import { late } from '../../base/late.ts';
import type { FlagValues } from '../flag-values.ts';
import type { CompletionSources } from './input/completer.ts';
import { runTty } from './main.ts';
import { backgroundOf, colorLevel } from './screen/theme.ts';
import type { PersonAsked } from './session/ask-person.ts';
import type { Script } from './session/script.ts';

type TtyFlags = Pick<FlagValues, 'model' | 'mode' | 'lang' | 'noColor' | 'screenReader' | 'pickSession' | 'opening'>;

export function startTty(options: AgentOptions, flags: TtyFlags, script?: Script): Promise<number> {
  const { env, version, cwd } = options;
  const background = backgroundOf(env);
  let loading: Promise<AppSettings> | undefined;
  const settings = () => (loading ??= loadSettings(options)); // loaded once, by whichever part asks first
  return runTty({
    cwd: withTilde(cwd, homeFolder(env)),
    settingsHint: {
      mode: flags.mode ?? 'build',
      model: flags.model ?? env.AGENT_MODEL ?? '…',
      lang: flags.lang ?? languageOf(env),
    },
    screen: {
      color: colorLevel(env, flags.noColor),
      ...(background && { background }),
      screenReader: flags.screenReader || env.ACCESSIBLE === '1',
    },
    late: {
      async createAgent(emit) {
        const { buildAgent } = await import('../../app/build-agent.ts');
        return buildAgent({ ...options, attended: true, screen: true }, emit, settings());
      },
      completionSources: () => completionSources(options, settings),
      settings: async () => (await settings()).settings,
      async inputHistory() {
        const { inputHistory } = await import('../../app/person/person-state.ts');
        return inputHistory(await settings(), options);
      },
      branch: async () => (await import('../../app/person/person-state.ts')).branchHere(cwd),
      ...(!script && {
        async greeting() {
          const { greetingFor } = await import('../../app/person/person-state.ts');
          const greeting = await greetingFor(await settings(), options);
          return greeting && { ...greeting, version };
        },
      }),
      login: (person, named) => loginHere(person, named, options, settings()),
    },
    ...(script && { script }),
    ...openingOf(flags),
  });
}

/** `--resume` without an id opens with the list to pick from. */
function openingOf({ pickSession, opening }: TtyFlags): { opening?: string } {
  if (pickSession) return { opening: '/resume' };
  return opening === undefined ? {} : { opening };
}

async function loginHere(
  person: PersonAsked,
  named: string | undefined,
  options: AgentOptions,
  loading: Promise<AppSettings>,
): Promise<string | undefined> {
  const [{ login }, { loadWords }] = await Promise.all([
    import('../../app/login/login.ts'),
    import('../../words/words.ts'),
  ]);
  const settings = await loading;
  const { login: say } = await loadWords(settings.settings.lang);
  const { signal } = new AbortController(); // never aborted: every wait ends on its own, and Esc ends every question
  const end = await login({ person, options, settings, say, signal }, named);
  return end.status === 'done' ? end.model : undefined;
}

async function loadSettings(options: AgentOptions): Promise<AppSettings> {
  const { loadAppSettings } = await import('../../app/load-app-settings.ts');
  return loadAppSettings(options);
}

/** The sources are loaded with the first word to complete, because most keys do not belong to one. */
function completionSources(options: AgentOptions, settings: () => Promise<AppSettings>): CompletionSources {
  const app = late(async () => {
    const { createAppCompletions } = await import('../../app/prompt/completion-sources.ts');
    return createAppCompletions(options, settings());
  });
  const shell = late(async () => {
    const { createShellNames } = await import('./session/complete-shell.ts');
    const { cwd, env } = options;
    return createShellNames({ cwd, home: env.HOME ?? '', path: env.PATH ?? '' });
  });
  return {
    commands: async () => (await app()).commands(),
    argumentsOf: async (command) => (await app()).argumentsOf(command),
    files: async () => (await app()).files(),
    entries: async (folder) => (await shell()).entries(folder),
    programs: async () => (await shell()).programs(),
  };
}
