/** What a command line that cannot be read was meant to be. */

import { nearest } from '../base/text/nearest.ts';

export function explainWord(word: string, prompt: string | undefined, commands: readonly string[]): string {
  if (prompt !== undefined) return `-p takes one text, and "${word}" comes after it; put the text in quotes`;
  const near = nearest(word, commands);
  const meant = near
    ? `did you mean coder ${near}?`
    : `commands: ${commands.join(', ')}; to say something: coder -p "…"`;
  return `unknown command "${word}" (${meant})`;
}

/** Node's own words are for programmers. */
export function explainParseError(message: string, argv: readonly string[], options: readonly string[]): string {
  const [, option = ''] = /^(?:Unknown )?[Oo]ption '(-[^',\s]*)/.exec(message) ?? [];
  if (message.startsWith('Unknown option')) {
    if (argv[0] === 'policy')
      return `unknown option ${option}; put -- before the command: coder policy check -- COMMAND`;
    const near = nearest(option.replace(/^-+/, ''), options);
    return `unknown option ${option}${near && option.startsWith('--') ? `; did you mean --${near}?` : ''}`;
  }
  if (message.includes('ambiguous')) {
    const [, long = option] = /'(--[\w-]+)=/.exec(message) ?? [];
    return `${option} needs a value; one that begins with a dash is written ${long}=VALUE`;
  }
  if (message.includes('argument missing')) return `${option} needs a value`;
  return message.split('. ')[0] ?? '';
}
