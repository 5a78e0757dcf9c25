/** `/status`: version, model, mode, folder, session, context, spending, and the settings files in force. */

import { formatBudget } from '../log/budget.ts';
import { titleOf } from '../log/fold.ts';
import { moneyOf, spendingOf } from '../log/spending.ts';
import type { CommandContext } from '../protocol/command.ts';
import { defineWords } from '../words/own-words.ts';
import { defineCommand, type Spoken } from './command.ts';
import { moneyText } from './cost.ts';

const words = defineWords({
  en: {
    status: (version: string) => `coder ${version}`,
    statusRows: {
      model: 'model   ',
      mode: 'mode    ',
      folder: 'folder  ',
      session: 'session ',
      context: 'context ',
      spent: 'spent   ',
      jobs: 'jobs    ',
      settings: 'settings',
    },
    defaultsOnly: 'the defaults, no file',
    contextShare: (tokens: string, limit: string, share: number) => `${tokens} of ${limit} tokens (${share} %)`,
    spentSoFar: (money: string, limits: string | undefined) =>
      `${money}${limits === undefined ? '' : `, budget ${limits}`}`,
  },
  'zh-CN': {
    status: (version) => `coder ${version} 状态`,
    statusRows: {
      model: '模型  ',
      mode: '模式  ',
      folder: '目录  ',
      session: '会话  ',
      context: '上下文',
      spent: '花费  ',
      jobs: '后台  ',
      settings: '设置  ',
    },
    defaultsOnly: '默认值，没有文件',
    contextShare: (tokens, limit, share) => `${limit} token 中的 ${tokens}（${share} %）`,
    spentSoFar: (money, limits) => `${money}${limits === undefined ? '' : `，上限 ${limits}`}`,
  },
});
type Say = Spoken<typeof words>;

export default defineCommand({
  name: 'status',
  words,
  async run(_args, context, say) {
    const { session, mode, model, rules, setup, programs } = context;
    const title = titleOf(session.entries);
    const branch = setup.branch();
    const { files } = await setup.settings();
    const names = say.statusRows;
    const rows: [string, string][] = [
      [names.model, model.current],
      [names.mode, modeText(mode.current.name, rules.facts.preset.name)],
      [names.folder, branch === undefined ? setup.cwd : `${setup.cwd} (${branch})`],
      [names.session, title ? `${session.id}  ${title}` : session.id],
      [names.context, await contextText(context, say)],
      [names.spent, spentText(context, say)],
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

async function contextText({ context }: CommandContext, say: Say): Promise<string> {
  const { tokens, estimated, limit } = await context.size();
  const share = limit > 0 ? Math.round((tokens / limit) * 100) : 0;
  return say.contextShare(`${estimated ? '~' : ''}${tokens.toLocaleString('en')}`, limit.toLocaleString('en'), share);
}

function spentText({ session, budget }: CommandContext, say: Say): string {
  const money = moneyText(moneyOf(spendingOf(session.entries).byModel, budget.price), say);
  const limits = Object.keys(budget.limits).length > 0 ? formatBudget(budget.limits) : undefined;
  return say.spentSoFar(money, limits);
}
