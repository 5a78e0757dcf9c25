/** Explains a command line that cannot be parsed, and guesses what was meant. */

import { LANGUAGES, type Language } from '../base/language.ts';
import { nearest } from '../base/text/nearest.ts';
import type { CommandLineWords } from '../words/en/command-line.ts';

export function explainWord(
  word: string,
  prompt: string | undefined,
  commands: readonly string[],
  say: CommandLineWords,
): string {
  if (prompt !== undefined) return say.wordAfterPrompt(word);
  return say.unknownCommand(word, nearest(word, commands), commands);
}

/** Replaces the message of Node's parser, which is written for programmers. */
export function explainParseError(
  message: string,
  argv: readonly string[],
  options: readonly string[],
  say: CommandLineWords,
): string {
  const [, first = '', second = first] = /^(?:Unknown )?[Oo]ption '(-[^',\s]*)(?:, (--[\w-]+))?/.exec(message) ?? [];
  const option = argv.some((word) => word === second || word.startsWith(`${second}=`)) ? second : first; // as typed
  if (message.startsWith('Unknown option')) {
    if (argv[0] === 'policy') return say.optionBeforeDashes(option);
    const near = option.startsWith('--') ? nearest(option.replace(/^-+/, ''), options) : undefined;
    return say.unknownOption(option, near);
  }
  if (message.includes('ambiguous')) {
    const [, long = option] = /'(--[\w-]+)=/.exec(message) ?? [];
    return say.valueWithDash(option, long);
  }
  if (message.includes('argument missing')) return say.needsValue(option);
  if (message.includes('does not take an argument')) return say.takesNoValue(option);
  return message.split('. ')[0] ?? '';
}

/** The language for error messages: `--lang` counts even if the rest of the command line cannot be parsed. */
export function languageAsked(argv: readonly string[]): Language | undefined {
  const at = argv.findIndex((word) => word === '--lang' || word.startsWith('--lang='));
  const value = argv[at]?.startsWith('--lang=') ? argv[at].slice('--lang='.length) : argv[at + 1];
  return at < 0 ? undefined : LANGUAGES.find((language) => language === value);
}
