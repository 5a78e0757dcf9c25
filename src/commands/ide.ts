/** `/ide`: the editor next to the terminal, and what the model will be told of it next. `on`, `off` and a port change the connection. */

import { visible, visibleText } from '../base/text/visible.ts';
import type { CommandResult, SessionControl } from '../protocol/command.ts';
import type { IdeControl, ListedEditor } from '../protocol/ide.ts';
import type { Block } from '../protocol/view.ts';
import type { IdeWords } from '../words/en/ide.ts';
import { type FaultWords, saidIn } from '../words/fault.ts';
import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'ide',
  async run(args, { extensions: { ide }, person, session }, { ide: say, faults }): Promise<CommandResult> {
    const wanted = args.trim();
    const isToConnect = wanted !== '' && wanted !== 'off';
    if (!ide) return isToConnect ? { problem: { title: say.states.none } } : { title: say.states.none };
    if (wanted === 'off') {
      ide.disconnect();
      return { title: say.off };
    }
    if (wanted === 'on') await ide.connect(undefined, person.signal);
    else if (/^\d{1,5}$/.test(wanted)) {
      const { status } = await ide.connect(Number(wanted), person.signal);
      if (status === 'none') return { problem: { title: say.notOne(wanted) } };
    } else if (wanted !== '') return { problem: { title: say.usage } };
    const view = { title: titleOf(ide, say, faults), body: await bodyOf(ide, session, say) };
    return isToConnect && ide.state().status !== 'connected' ? { problem: view } : view;
  },
});

function titleOf(ide: IdeControl, say: IdeWords, faults: FaultWords): string {
  const state = ide.state();
  if (state.status === 'connected')
    return say.connectedTo(visible(state.editor.name || say.anEditor), state.editor.port);
  return state.status === 'failed' ? say.failed(visible(saidIn(state.why, faults))) : say.states[state.status];
}

async function bodyOf(ide: IdeControl, session: SessionControl, say: IdeWords): Promise<Block[]> {
  const { status, others, passedOver } = ide.state();
  const body: Block[] = [];
  if (status === 'connected') {
    const news = await ide.news(session);
    const text = news && [news.text.trim(), ...news.mentions].filter((part) => part !== '').join('\n');
    body.push({ type: 'text', text: text ? `${say.next}\n${visibleText(text)}` : say.nothingNew });
  }
  if (others.length > 0) {
    body.push(
      { type: 'text', text: say.others },
      { type: 'list', items: others.map((other) => editorLine(other, say)) },
    );
  }
  if (passedOver.length > 0) {
    const items = passedOver.map(({ file, why }) => `${visible(file)}: ${say.passedOver[why]}`);
    body.push({ type: 'list', items });
  }
  return body;
}

function editorLine({ name, port, folders }: ListedEditor, { anEditor }: IdeWords): string {
  return visible(`${port}  ${name || anEditor}  ${folders.join(', ')}`);
}
