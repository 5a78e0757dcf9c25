/** `/permissions`: the rules in force, tool by tool; switches the preset, explains a command, takes a saved rule back. */

import { visible } from '../base/text/visible.ts';
import { type CommandContext, type CommandResult, defineCommand, type ListedTool } from '../protocol/command.ts';
import type { Grant, Preset } from '../protocol/policy.ts';
import type { View } from '../protocol/view.ts';
import { type Answers, answersIn, inLanguage } from './answers/answers.ts';
import { confirmPreset } from './confirm-preset.ts';

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

function matrix({ mode, tools, permissions, lang }: CommandContext): View {
  const say = answersIn(lang);
  const { preset, grants } = permissions.facts;
  const width = Math.max(...tools.map(({ name }) => name.length));
  const rows = tools.map(
    (tool) => `${tool.name.padEnd(width)}  ${tool.on ? ruleOf(tool, preset, grants, say) : say.offIn(mode.name)}`,
  );
  const patterns = Object.entries(preset.bash).filter(([pattern]) => pattern !== '*');
  const bash = [
    say.otherCommands(preset.bash['*'] ?? 'ask', preset.readOnlyRuns, preset.bashSkipsChecks === true),
    ...patterns.map(([pattern, verdict]) => `${pattern}  ${verdict}`),
  ];
  const saved = grants.map((grant) => `${nameOf(grant, tools, say)}  (${say.lifetimes[grant.lifetime]})`);
  return {
    title: say.permissions(preset.name, mode.name),
    body: [
      { type: 'list', items: rows },
      { type: 'text', text: say.commands },
      { type: 'list', items: bash },
      { type: 'text', text: saved.length > 0 ? say.allowedByYou : say.nothingAllowed },
      ...(saved.length > 0 ? [{ type: 'list' as const, items: saved }] : []),
    ],
  };
}

function ruleOf(
  { permission, runsCommand }: ListedTool,
  preset: Preset,
  grants: readonly Grant[],
  say: Answers,
): string {
  const { rules, bash } = preset;
  if (runsCommand) return say.byCommand(bash['*'] ?? 'ask');
  const rule = rules[permission] ?? rules['*'] ?? 'ask';
  const isGranted = grants.some((grant) => grant.permission === permission && grant.pattern === undefined);
  return rule === 'ask' && isGranted ? say.askButAllowed : rule;
}

async function explain(line: string, { permissions, lang }: CommandContext): Promise<CommandResult> {
  if (line === '') return { problem: { title: answersIn(lang).whichCommand } };
  const { rows, verdict, result } = await permissions.explain(line);
  const items = rows.map(({ part, verdict: own, why }) => `${own}  ${visible(part)}: ${visible(why)}`);
  return {
    title: `${verdict}: ${visible(line)}`,
    body: [
      { type: 'list', items },
      { type: 'text', text: inLanguage(result, lang) },
    ],
  };
}

async function revoke(named: string, { permissions, pick, tools, lang }: CommandContext): Promise<CommandResult> {
  const say = answersIn(lang);
  const { grants } = permissions.facts;
  if (grants.length === 0) return { title: say.noGrants };
  const names = grants.map((grant) => nameOf(grant, tools, say));
  const index = named === '' ? await pick(say.whichRule, names) : names.indexOf(named);
  const grant = grants[index ?? -1];
  if (!grant) {
    const body = [{ type: 'list' as const, items: names }];
    if (named === '') return { title: say.notRevoked, body };
    return { problem: { title: say.unknownRule(named), body } };
  }
  const { permission, pattern } = grant;
  await permissions.revoke(pattern === undefined ? { permission } : { permission, pattern });
  return { title: say.revoked(nameOf(grant, tools, say)) };
}

/** A preset that a mode of the same name goes with switches that too. */
async function switchPreset(name: string, context: CommandContext): Promise<CommandResult> {
  const { permissions, modes, mode, setMode, lang } = context;
  const say = answersIn(lang);
  const preset = permissions.presets.find((each) => each.name === name);
  if (!preset) {
    const names = permissions.presets.map((each) => each.name).join(', ');
    return { problem: { title: say.unknownPreset(name, names) } };
  }
  if (!(await confirmPreset(name, context))) return { title: say.permissionsAsBefore(permissions.facts.preset.name) };
  const isModeToo = modes.some((each) => each.name === name && each.preset === name && each.agent === name);
  if (isModeToo) await setMode(name);
  else await permissions.setPreset(name);
  return { title: say.permissions(name, isModeToo ? name : mode.name) };
}

function nameOf({ permission, pattern }: Grant, tools: readonly ListedTool[], say: Answers): string {
  if (pattern !== undefined) return pattern;
  const names = tools.filter((tool) => tool.permission === permission).map(({ name }) => name);
  return say.everyCallOf(names.join(', ') || permission);
}
