/** `/permissions`: the rules in force, tool by tool; switches the preset, explains a command, takes a saved rule back. */

import { visible } from '../base/visible.ts';
import type { CommandContext } from '../protocol/command.ts';
import { defineCommand } from '../protocol/command.ts';
import type { Grant, Preset } from '../protocol/policy.ts';
import type { View } from '../protocol/view.ts';
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
    (tool) => `${tool.name.padEnd(width)}  ${tool.on ? ruleOf(tool, preset) : `off in ${mode.name} mode`}`,
  );
  const patterns = Object.entries(preset.bash).filter(([pattern]) => pattern !== '*');
  const skips = preset.bashSkipsChecks ? 'nothing asks, also where it is risky' : 'risky ones always ask';
  const readOnly = preset.readOnlyRuns ? 'commands proved to only read run unasked; ' : '';
  const bash = [
    `* ${preset.bash['*'] ?? 'ask'} (${readOnly}${skips})`,
    ...patterns.map(([pattern, verdict]) => `${pattern}  ${verdict}`),
  ];
  const saved = grants.map((grant) => `${nameOf(grant)}  (${grant.lifetime})`);
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

function ruleOf({ permission, runsCommand }: CommandContext['tools'][number], { rules, bash }: Preset): string {
  if (runsCommand) return `by command: ${bash['*'] ?? 'ask'}, see below`;
  return rules[permission] ?? rules['*'] ?? 'ask';
}

async function explain(line: string, { permissions }: CommandContext): Promise<View> {
  if (line === '') return { title: 'Which command? /permissions why git push' };
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

async function revoke(named: string, { permissions, pick }: CommandContext): Promise<View> {
  const { grants } = permissions.facts;
  if (grants.length === 0) return { title: 'There is no saved rule to take back.' };
  const names = grants.map(nameOf);
  const index = named === '' ? await pick('Take which rule back?', names) : names.indexOf(named);
  const grant = grants[index ?? -1];
  if (!grant) {
    const title =
      named === '' ? 'Nothing taken back. /permissions revoke RULE, one of:' : `No saved rule "${named}". There are:`;
    return { title, body: [{ type: 'list', items: names }] };
  }
  const { permission, pattern } = grant;
  await permissions.revoke(pattern === undefined ? { permission } : { permission, pattern });
  return { title: `Taken back: ${nameOf(grant)}. It asks again.` };
}

/** A preset that a mode of the same name goes with switches that too. */
async function switchPreset(name: string, context: CommandContext): Promise<View> {
  const { permissions, modes, mode, setMode } = context;
  const preset = permissions.presets.find((each) => each.name === name);
  if (!preset) {
    const names = permissions.presets.map((each) => each.name).join(', ');
    return { title: `Unknown preset: ${name}. Presets: ${names}; also: why COMMAND, revoke [RULE]` };
  }
  if (!(await confirmPreset(name, context)))
    return { title: `permissions: ${permissions.facts.preset.name}, as before` };
  const isModeToo = modes.some((each) => each.name === name && each.preset === name && each.agent === name);
  if (isModeToo) await setMode(name);
  else await permissions.setPreset(name);
  return { title: `permissions: ${name}, in ${isModeToo ? name : mode.name} mode` };
}

function nameOf({ permission, pattern }: Grant): string {
  return pattern ?? `every call of ${permission}`;
}
