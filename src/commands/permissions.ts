/** `/permissions`: the rules in force, tool by tool; switches the preset, explains a command, takes a saved rule back. */

import { visible } from '../base/visible.ts';
import type { CommandContext, CommandResult, ListedTool } from '../protocol/command.ts';
import { defineCommand } from '../protocol/command.ts';
import type { Grant, Preset } from '../protocol/policy.ts';
import type { View } from '../protocol/view.ts';
import { inLanguage } from './in-language.ts';
import { confirmPreset } from './switch-mode.ts';

export default defineCommand({
  name: 'permissions',
  async run(args, context) {
    const [, action = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(args) ?? [];
    if (action === '') return matrix(context);
    if (action === 'why') return explain(rest.trim(), context);
    if (action === 'revoke') return revoke(rest.trim(), context);
    return switchPreset(args, context);
  },
});

function matrix({ mode, tools, permissions }: CommandContext): View {
  const { preset, grants } = permissions.facts;
  const width = Math.max(...tools.map(({ name }) => name.length));
  const rows = tools.map(
    (tool) => `${tool.name.padEnd(width)}  ${tool.on ? ruleOf(tool, preset, grants) : `off in ${mode.name} mode`}`,
  );
  const patterns = Object.entries(preset.bash).filter(([pattern]) => pattern !== '*');
  const skips = preset.bashSkipsChecks ? 'nothing asks, also where it is risky' : 'risky ones always ask';
  const readOnly = preset.readOnlyRuns ? 'commands proved to only read run unasked; ' : '';
  const bash = [
    `* ${preset.bash['*'] ?? 'ask'} (${readOnly}${skips})`,
    ...patterns.map(([pattern, verdict]) => `${pattern}  ${verdict}`),
  ];
  const saved = grants.map((grant) => `${nameOf(grant, tools)}  (${grant.lifetime})`);
  return {
    title: `permissions: ${preset.name}, in ${mode.name} mode`,
    body: [
      { type: 'list', items: rows },
      { type: 'text', text: 'Commands' },
      { type: 'list', items: bash },
      {
        type: 'text',
        text:
          saved.length > 0
            ? 'Allowed by you ("/permissions revoke" takes one back)'
            : 'Nothing is allowed by "always" yet.',
      },
      ...(saved.length > 0 ? [{ type: 'list' as const, items: saved }] : []),
    ],
  };
}

function ruleOf({ permission, runsCommand }: ListedTool, preset: Preset, grants: readonly Grant[]): string {
  const { rules, bash } = preset;
  if (runsCommand) return `by command: ${bash['*'] ?? 'ask'}, see below`;
  const rule = rules[permission] ?? rules['*'] ?? 'ask';
  const isGranted = grants.some((grant) => grant.permission === permission && grant.pattern === undefined);
  return rule === 'ask' && isGranted ? 'ask, but allowed by you' : rule;
}

async function explain(line: string, { permissions }: CommandContext): Promise<CommandResult> {
  if (line === '') return { problem: { title: 'Which command? /permissions why git push' } };
  const { rows, verdict, result } = await permissions.explain(line);
  const items = rows.map(({ part, verdict: own, why }) => `${own}  ${visible(part)}: ${visible(why)}`);
  return {
    title: `${verdict}: ${visible(line)}`,
    body: [
      { type: 'list', items },
      { type: 'text', text: result },
    ],
  };
}

async function revoke(named: string, { permissions, pick, tools, lang }: CommandContext): Promise<CommandResult> {
  const { grants } = permissions.facts;
  if (grants.length === 0) return { title: 'There is no saved rule to take back.' };
  const names = grants.map((grant) => nameOf(grant, tools));
  const index = named === '' ? await pick(inLanguage('Take which rule back?', lang), names) : names.indexOf(named);
  const grant = grants[index ?? -1];
  if (!grant) {
    const body = [{ type: 'list' as const, items: names }];
    if (named === '') return { title: 'Nothing taken back. /permissions revoke RULE, one of:', body };
    return { problem: { title: `No saved rule "${named}". There are:`, body } };
  }
  const { permission, pattern } = grant;
  await permissions.revoke(pattern === undefined ? { permission } : { permission, pattern });
  return { title: `Taken back: ${nameOf(grant, tools)}. It asks again.` };
}

/** A preset that a mode of the same name goes with switches that too. */
async function switchPreset(name: string, context: CommandContext): Promise<CommandResult> {
  const { permissions, modes, mode, setMode } = context;
  const preset = permissions.presets.find((each) => each.name === name);
  if (!preset) {
    const names = permissions.presets.map((each) => each.name).join(', ');
    return { problem: { title: `Unknown preset: ${name}. Presets: ${names}; also: why COMMAND, revoke [RULE]` } };
  }
  if (!(await confirmPreset(name, context)))
    return { title: `permissions: ${permissions.facts.preset.name}, as before` };
  const isModeToo = modes.some((each) => each.name === name && each.preset === name && each.agent === name);
  if (isModeToo) await setMode(name);
  else await permissions.setPreset(name);
  return { title: `permissions: ${name}, in ${isModeToo ? name : mode.name} mode` };
}

function nameOf({ permission, pattern }: Grant, tools: readonly ListedTool[]): string {
  if (pattern !== undefined) return pattern;
  const names = tools.filter((tool) => tool.permission === permission).map(({ name }) => name);
  return `every call of ${names.join(', ') || permission}`;
}
