/** `coder demo` in whichever front end fits: a conversation if there is a terminal, plain output otherwise. */

import type { AgentOptions } from '../app/agent-options.ts';
import { type DemoFlags, runDemo } from './demo/main.ts';
import type { FlagValues } from './flag-values.ts';

type Flags = Pick<FlagValues, 'yes' | 'lang' | 'noColor' | 'screenReader'>;

export function runDemoHere(options: AgentOptions, flags: Flags): Promise<number> {
  const converse: DemoFlags['converse'] = async (agent, script) => {
    const { model, mode, lang } = agent.flags;
    const { startTty } = await import('./tty/start.ts');
    return startTty(agent, { ...flags, model, mode, lang, pickSession: false }, script);
  };
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  return runDemo(options, { yes: flags.yes, lang: flags.lang, ...(isTerminal && { converse }) });
}
