/** `/terminals`: interactive programs; `/terminals ID` shows the screen of one, `/terminals kill ID` ends it. */

import type { CommandResult } from '../protocol/command.ts';
import type { TerminalSummary } from '../protocol/terminal.ts';
import { defineWords } from '../words/own-words.ts';
import { defineCommand, type Spoken } from './command.ts';
import { programLine } from './program-line.ts';

const words = defineWords({
  en: {
    noTerminals: 'No interactive programs. "! -i CMD" starts one, and so can the model.',
    terminals: 'Interactive programs. /terminals ID shows its screen, /terminals kill ID ends it; Home goes there.',
    unknownTerminal: (id: string, all: string) =>
      all === '' ? `No terminal ${id}; none was opened.` : `No terminal ${id}. Terminals: ${all}`,
    terminalOver: (id: string) => `${id} has already ended.`,
    endedTerminal: (terminal: string) => `Ended ${terminal}`,
    endedAfter: (seconds: number, exitCode: string) => `ended after ${seconds} s, exit ${exitCode}`,
    emptyScreen: '(empty)',
  },
  'zh-CN': {
    noTerminals: '没有交互式程序。用“! -i 命令”启动，模型也可以启动。',
    terminals: '交互式程序。/terminals ID 查看屏幕，/terminals kill ID 结束；Home 键切换过去。',
    unknownTerminal: (id, all) => `没有交互式程序 ${id}。${all === '' ? '' : `现有：${all}`}`,
    terminalOver: (id) => `${id} 已经结束。`,
    endedTerminal: (terminal) => `已结束 ${terminal}`,
    endedAfter: (seconds, exitCode) => `${seconds} 秒后结束，退出码 ${exitCode}`,
    emptyScreen: '（空）',
  },
});
type Say = Spoken<typeof words>;

export default defineCommand({
  name: 'terminals',
  words,
  async run(args, { programs: { terminals } }, say): Promise<CommandResult> {
    const { list } = terminals;
    if (args === '') {
      if (list.length === 0) return { title: say.noTerminals };
      const items = list.map((each) => terminalLine(each, say));
      return { title: say.terminals, body: [{ type: 'list', items }] };
    }
    const [, kill, id = ''] = /^(?:(kill)\s+)?(\S+)$/.exec(args) ?? [];
    const terminal = list.find((each) => each.id === id);
    if (!terminal)
      return { problem: { title: say.unknownTerminal(id || args, list.map((each) => each.id).join(', ')) } };
    if (!kill)
      return {
        title: terminalLine(terminal, say),
        body: [{ type: 'text', text: terminal.screen() || say.emptyScreen }],
      };
    if (terminal.state === 'ended') return { title: say.terminalOver(terminal.id) };
    await terminals.kill(terminal.id);
    return { title: say.endedTerminal(terminalLine(terminal, say)) };
  },
});

function terminalLine({ id, command, state, exitCode, durationMs }: TerminalSummary, say: Say): string {
  const seconds = Math.round(durationMs / 1000);
  const how = state === 'running' ? say.runningFor(seconds) : say.endedAfter(seconds, String(exitCode ?? '?'));
  return programLine(id, how, command);
}
