/** `coder login` and `coder logout`: pickers at a terminal; without one, the key is read from standard input. */

import { join } from 'node:path';
import type { AgentOptions } from '../../app/agent-options.ts';
import { loadAppSettings } from '../../app/load-app-settings.ts';
import { type LoginPerson, login } from '../../app/login/login.ts';
import { keyLines } from '../../app/login/login-targets.ts';
import { logout } from '../../app/login/logout.ts';
import { CoderError } from '../../base/errors.ts';
import { EXIT } from '../../protocol/exit-codes.ts';
import { failUsage, tell } from '../../subcommands/print.ts';
import type { LoginWords } from '../../words/en/login.ts';
import { loadWords, type Words } from '../../words/words.ts';
import { colorLevel, isDumbTerminal } from './screen/theme.ts';

export interface LoginFlags {
  operands: readonly string[];
  noColor: boolean;
  screenReader: boolean;
}

export async function runLogin(options: AgentOptions, flags: LoginFlags): Promise<number> {
  const settings = await loadAppSettings(options);
  const words = await loadWords(settings.settings.lang);
  const { login: say } = words;
  const [named, key] = flags.operands;
  if (key !== undefined) throw new CoderError('usage', say.noKeyInWords);
  if (named === undefined && !isAtTerminal()) {
    for (const line of keyLines(options.env, settings.home, say)) process.stdout.write(`${line}\n`);
    return failUsage(say.usage);
  }
  const asking = await openPerson(options, flags, words);
  try {
    const end = await login({ person: asking.person, options, settings, say, signal: asking.signal }, named);
    if (end.status === 'done') asking.person.tell(say.next);
    return end.status === 'done' ? EXIT.ok : end.status === 'given-up' && isAtTerminal() ? EXIT.cancelled : EXIT.error;
  } finally {
    asking.close();
  }
}

export async function runLogout(options: AgentOptions, flags: LoginFlags): Promise<number> {
  const settings = await loadAppSettings(options);
  const words = await loadWords(settings.settings.lang);
  const asking = await openPerson(options, flags, words);
  try {
    const file = join(settings.home, 'auth.json');
    return (await logout(
      asking.person,
      { home: settings.home, file, env: options.env },
      words.login,
      flags.operands[0],
    ))
      ? 0
      : 1;
  } finally {
    asking.close();
  }
}

function isAtTerminal(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

interface OpenPerson {
  person: LoginPerson;
  signal: AbortSignal;
  close(): void;
}

async function openPerson({ env }: AgentOptions, flags: LoginFlags, words: Words): Promise<OpenPerson> {
  if (!isAtTerminal()) return { person: scripted(words.login), signal: new AbortController().signal, close: () => {} };
  const { openAsking } = await import('./ask.ts');
  const isSpoken = flags.screenReader || env.ACCESSIBLE === '1' || isDumbTerminal(env);
  const asking = openAsking({ messages: words.screen, color: colorLevel(env, flags.noColor), isSpoken });
  return { person: asking, signal: asking.signal, close: asking.close };
}

/** Replaces the person if there is no terminal: standard input begins with the key, and the preselected choice is taken. */
function scripted(say: LoginWords): LoginPerson {
  let hasRead = false;
  return {
    pick: async (_title, _options, selected = 0) => selected,
    line: async () => undefined,
    async secret() {
      if (hasRead) return undefined; // the key was refused
      hasRead = true;
      const { text } = await import('node:stream/consumers');
      const [key = ''] = (await text(process.stdin)).trim().split(/\s/);
      if (key !== '') return key;
      tell(say.noKeyOnInput);
      return undefined;
    },
    tell: (text) => void process.stdout.write(`${text}\n`),
    busy: () => {},
  };
}
