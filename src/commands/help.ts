/** `/help`: lists the commands, custom ones included, one per line, then explains how input works. */

import type { Block } from '../protocol/view.ts';
import { defineCommand, withoutReplaced } from './command.ts';
import { summaryOf } from './mode-summary.ts';

export default defineCommand({
  name: 'help',
  async run(_args, { rows: builtIn, aliases, mode, custom, say, language }) {
    const { commands, problems } = await custom();
    const aliasesOf = (name: string) =>
      Object.keys(aliases)
        .filter((alias) => aliases[alias] === name && !commands.some((command) => command.name === alias))
        .map((alias) => ({ usage: `/${alias}`, summary: say.sameAs(`/${name}`) }));
    const own = commands.map(({ name, description, hint, path }) => ({
      usage: hint === undefined ? `/${name}` : `/${name} ${hint}`,
      summary: `${description} (${path})`,
    }));
    const rows = [
      ...withoutReplaced(builtIn, commands).flatMap(({ name, usage, summary }) => [
        { usage, summary: summary[language] },
        ...aliasesOf(name),
      ]),
      ...mode.all.map((each) => ({ usage: `/${each.name}`, summary: summaryOf(each, say) })),
      ...own,
    ];
    const width = Math.max(...rows.map(({ usage }) => usage.length));
    const body: Block[] = [
      { type: 'list', items: rows.map(({ usage, summary }) => `${usage.padEnd(width)}  ${summary}`) },
      { type: 'text', text: say.input },
      { type: 'list', items: [...say.inputRules] },
    ];
    if (problems.length > 0) body.push({ type: 'text', text: say.leftOut }, { type: 'list', items: [...problems] });
    return { title: say.commands, body };
  },
});
