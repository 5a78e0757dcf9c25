/** `/tools`: what the model may use in this mode, and what is off. */

import { defineCommand } from '../protocol/command.ts';
import { answersIn } from './answers/answers.ts';

export default defineCommand({
  name: 'tools',
  async run(_args, { mode, tools, lang }) {
    const say = answersIn(lang);
    const width = Math.max(...tools.map(({ name }) => name.length));
    const on = tools.filter((tool) => tool.on).map(({ name, description }) => `${name.padEnd(width)}  ${description}`);
    const off = tools.filter((tool) => !tool.on).map(({ name }) => name);
    return {
      title: say.tools(mode.name),
      body: [
        { type: 'list', items: on },
        ...(off.length > 0 ? [{ type: 'text' as const, text: say.toolsOff(off.join(', ')) }] : []),
      ],
    };
  },
});
