/** `/terminals`: interactive programs; `/terminals ID` shows what one shows, `/terminals kill ID` ends it. */

import type { CommandResult } from '../protocol/command.ts';
import { defineCommand } from '../protocol/command.ts';
import type { TerminalSummary } from '../protocol/terminal.ts';

export default defineCommand({
  name: 'terminals',
  async run(args, { around: { terminals } }): Promise<CommandResult> {
    const { list } = terminals;
    if (list.length === 0) return { title: 'No interactive programs. "! -i CMD" starts one, and so can the model.' };
    if (args === '') {
      const usage = '/terminals ID shows its screen, /terminals kill ID ends it; Home goes there.';
      return { title: `Interactive programs. ${usage}`, body: [{ type: 'list', items: list.map(terminalLine) }] };
    }
    const [, kill, id = ''] = /^(?:(kill)\s+)?(\S+)$/.exec(args) ?? [];
    const terminal = list.find((each) => each.id === id);
    if (!terminal)
      return { problem: { title: `No terminal ${id || args}. Terminals: ${list.map((each) => each.id).join(', ')}` } };
    if (!kill) return { title: terminalLine(terminal), body: [{ type: 'text', text: terminal.screen() || '(empty)' }] };
    if (terminal.state === 'ended') return { title: `${terminal.id} has ended already.` };
    await terminals.kill(terminal.id);
    return { title: `Ended ${terminalLine(terminal)}` };
  },
});

function terminalLine({ id, command, state, exitCode, durationMs }: TerminalSummary): string {
  const seconds = Math.round(durationMs / 1000);
  const how = state === 'running' ? `running for ${seconds} s` : `ended after ${seconds} s, exit ${exitCode ?? '?'}`;
  return `${id}  ${how}  ${command.replace(/\s*\n\s*/g, ' ⏎ ')}`;
}
