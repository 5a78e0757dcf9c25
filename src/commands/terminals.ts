/** `/terminals`: interactive programs; `/terminals ID` shows the screen of one, `/terminals kill ID` ends it. */

import type { CommandResult } from '../protocol/command.ts';
import type { TerminalSummary } from '../protocol/terminal.ts';
import type { CommandWords } from '../words/en/commands.ts';
import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'terminals',
  async run(args, { programs: { terminals }, say }): Promise<CommandResult> {
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

function terminalLine({ id, command, state, exitCode, durationMs }: TerminalSummary, say: CommandWords): string {
  const seconds = Math.round(durationMs / 1000);
  const how = state === 'running' ? say.runningFor(seconds) : say.endedAfter(seconds, String(exitCode ?? '?'));
  return `${id}  ${how}  ${command.replace(/\s*\n\s*/g, ' ⏎ ')}`;
}
