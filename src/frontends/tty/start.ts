/** Starts the terminal front end from the command line: what the first prompt needs, and nothing that is slow to find out. */

import type { AgentOptions } from '../../app/agent-options.ts';
import type { Flags } from '../flags.ts';
import { runTty } from './main.ts';
import { colorLevel } from './theme.ts';

export function startTty(options: AgentOptions, flags: Flags): Promise<number> {
  const { env, version, cwd } = options;
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  return runTty({
    version,
    cwd,
    settingsHint: {
      mode: flags.mode ?? 'build',
      model: flags.model ?? env.AGENT_MODEL ?? '…',
      lang: flags.lang ?? (/^zh/i.test(locale) ? 'zh-CN' : 'en'),
    },
    color: colorLevel(env, flags.noColor),
    screenReader: flags.screenReader || env.ACCESSIBLE === '1',
    async createAgent(emit) {
      const { buildAgent } = await import('../../app/build-agent.ts');
      return buildAgent({ ...options, attended: true }, emit);
    },
  });
}
