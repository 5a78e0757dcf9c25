/** `coder completion bash|zsh|fish`: prints the completion script for that shell. */

import type { Language } from '../../base/language.ts';
import { failUsage } from '../../subcommands/print.ts';
import { earlyWords } from '../../words/words.ts';
import { commandLineGrammar } from './grammar.ts';

interface CompletionFlags {
  operands: readonly string[];
  lang?: Language;
}

export async function runCompletion({ operands, lang }: CompletionFlags): Promise<number> {
  const { completion: say } = await earlyWords(process.env, lang);
  const [shell, ...more] = operands;
  const script = more.length > 0 ? undefined : await scriptFor(shell);
  if (script === undefined) return failUsage(say.usage);
  process.stdout.write(script(commandLineGrammar(say)));
  if (process.stdout.isTTY) process.stderr.write(`\n${say.install[shell as keyof typeof say.install]}\n`);
  return 0;
}

async function scriptFor(shell: string | undefined) {
  switch (shell) {
    case 'bash':
      return (await import('./bash.ts')).bashCompletion;
    case 'zsh':
      return (await import('./zsh.ts')).zshCompletion;
    case 'fish':
      return (await import('./fish.ts')).fishCompletion;
    default:
      return undefined;
  }
}
