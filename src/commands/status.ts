/** `/status`: version, model, mode, folder, session, context, spending, and the settings files in force. */

import { formatBudget } from '../log/budget.ts';
import { titleOf } from '../log/fold.ts';
import { moneyOf, spendingOf } from '../log/spending.ts';
import { type CommandCall, defineCommand } from './command.ts';
import { moneyText } from './cost.ts';

export default defineCommand({
  name: 'status',
  async run(_args, context) {
    const { session, mode, model, rules, setup, programs, say } = context;
    const title = titleOf(session.entries);
    const branch = setup.branch();
    const { files } = await setup.settings();
    const names = say.statusRows;
    const rows: [string, string][] = [
      [names.model, model.current],
      [names.mode, modeText(mode.current.name, rules.facts.preset.name)],
      [names.folder, branch === undefined ? setup.cwd : `${setup.cwd} (${branch})`],
      [names.session, title ? `${session.id}  ${title}` : session.id],
      [names.context, contextText(context)],
      [names.spent, spentText(context)],
      [names.jobs, String(programs.jobs.filter(({ state }) => state === 'running').length)],
      [names.settings, files.length > 0 ? files.join(', ') : say.defaultsOnly],
    ];
    const items = rows.map(([name, value]) => `${name}  ${value}`);
    return { title: say.status(setup.version), body: [{ type: 'list', items }] };
  },
});

/** The preset is named only if it differs from the mode. */
function modeText(mode: string, preset: string): string {
  return mode === preset ? mode : `${mode} (${preset})`;
}

function contextText({ context, say }: CommandCall): string {
  const { tokens, estimated, limit } = context.size;
  const share = limit > 0 ? Math.round((tokens / limit) * 100) : 0;
  return say.contextShare(`${estimated ? '~' : ''}${tokens.toLocaleString('en')}`, limit.toLocaleString('en'), share);
}

function spentText({ session, budget, say }: CommandCall): string {
  const money = moneyText(moneyOf(spendingOf(session.entries).byModel, budget.price), say);
  const limits = Object.keys(budget.limits).length > 0 ? formatBudget(budget.limits) : undefined;
  return say.spentSoFar(money, limits);
}
