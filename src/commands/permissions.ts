/** `/permissions`: shows the rules in force, tool by tool; switches the preset, explains a command, revokes a saved rule. */

import { visible } from '../base/text/visible.ts';
import type { CommandResult, ListedTool } from '../protocol/command.ts';
import type { PlaceStatus } from '../protocol/place.ts';
import type { Grant, Preset } from '../protocol/policy.ts';
import type { Block, View } from '../protocol/view.ts';
import type { CommandWords } from '../words/en/commands.ts';
import { reasonsText } from '../words/reason-text.ts';
import { type CommandCall, defineCommand } from './command.ts';
import { confirmPreset } from './confirm-preset.ts';
import { gapList, placeLine } from './sandbox.ts';

export default defineCommand({
  name: 'permissions',
  async run(args, context) {
    const [, action = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(args) ?? [];
    if (action === '') return matrix(context, await context.place.status());
    if (action === 'why') return explain(rest.trim(), context);
    if (action === 'revoke') return revoke(rest.trim(), context);
    return switchPreset(args, context);
  },
});

function matrix({ mode: { current, tools }, rules, secrets, say }: CommandCall, place: PlaceStatus | undefined): View {
  const { preset, grants, hosts = [] } = rules.facts;
  const width = Math.max(...tools.map(({ name }) => name.length));
  const rows = tools.map(
    (tool) => `${tool.name.padEnd(width)}  ${tool.on ? ruleOf(tool, preset, grants, say) : say.offIn(current.name)}`,
  );
  const patterns = Object.entries(preset.bash).filter(([pattern]) => pattern !== '*');
  const bash = [
    say.otherCommands(preset.bash['*'] ?? 'ask', preset.readOnlyRuns, preset.bashSkipsChecks === true),
    ...patterns.map(([pattern, verdict]) => `${pattern}  ${verdict}`),
  ];
  const saved = grants.map((grant) => `${nameOf(grant, tools, say)}  (${say.lifetimes[grant.lifetime]})`);
  return {
    title: say.permissions(preset.name, current.name),
    body: [
      { type: 'list', items: rows },
      { type: 'text', text: say.commands },
      { type: 'list', items: bash },
      ...(place
        ? [{ type: 'text' as const, text: placeLine(place, current.network, say) }, ...gapList(place, say)]
        : []),
      ...(hosts.length > 0
        ? [
            { type: 'text' as const, text: say.hostsAllowed },
            { type: 'list' as const, items: [...hosts] },
          ]
        : []),
      { type: 'text', text: saved.length > 0 ? say.allowedByYou : say.nothingAllowed },
      ...(saved.length > 0 ? [{ type: 'list' as const, items: saved }] : []),
      ...hiddenRows(secrets(), say),
    ],
  };
}

/** Names of the secrets that were hidden, the most frequent first. */
function hiddenRows(secrets: ReturnType<CommandCall['secrets']>, say: CommandWords): Block[] {
  if (secrets.length === 0) return [];
  const items = secrets
    .toSorted((a, b) => b.hidden - a.hidden)
    .map(({ name, hidden }) => `${visible(name)}  ${hidden}`);
  return [
    { type: 'text', text: say.secretsHidden },
    { type: 'list', items },
  ];
}

function ruleOf(
  { permission, runsCommand }: ListedTool,
  preset: Preset,
  grants: readonly Grant[],
  say: CommandWords,
): string {
  const { rules, bash } = preset;
  if (runsCommand) return say.byCommand(bash['*'] ?? 'ask');
  const rule = rules[permission] ?? rules['*'] ?? 'ask';
  const isGranted = grants.some((grant) => grant.permission === permission && grant.pattern === undefined);
  return rule === 'ask' && isGranted ? say.askButAllowed : rule;
}

async function explain(line: string, { rules, say, policyWords }: CommandCall): Promise<CommandResult> {
  if (line === '') return { problem: { title: say.whichCommand } };
  const { rows, verdict, result, inside } = await rules.explain(line);
  const items = rows.map(({ part, verdict: own, why, risk }) => {
    const reason = reasonsText(why, policyWords);
    return `${own}  ${visible(part)}: ${visible(risk ? policyWords.risk(reason) : reason)}`;
  });
  return {
    title: `${verdict}: ${visible(line)}`,
    body: [
      { type: 'list', items },
      { type: 'text', text: say.checkResults[result](rules.facts.preset.name) },
      ...(inside ? [{ type: 'text' as const, text: say.insideResults[inside.verdict](inside.layer) }] : []),
    ],
  };
}

async function revoke(named: string, { rules, person, mode, say }: CommandCall): Promise<CommandResult> {
  const { tools } = mode;
  const { grants } = rules.facts;
  if (grants.length === 0) return { title: say.noGrants };
  const names = grants.map((grant) => nameOf(grant, tools, say));
  const index = named === '' ? await person.pick(say.whichRule, names) : names.indexOf(named);
  const grant = grants[index ?? -1];
  if (index === null) return { title: say.nothingRevoked };
  if (!grant) {
    const body = [{ type: 'list' as const, items: names }];
    if (named === '') return { title: say.notRevoked, body };
    return { problem: { title: say.unknownRule(named), body } };
  }
  const { permission, pattern } = grant;
  await rules.revoke(pattern === undefined ? { permission } : { permission, pattern });
  return { title: say.revoked(nameOf(grant, tools, say)) };
}

/** If a mode with the same name goes with the preset, switches the mode too. */
async function switchPreset(name: string, context: CommandCall): Promise<CommandResult> {
  const { rules, mode, say } = context;
  const preset = rules.presets.find((each) => each.name === name);
  if (!preset) {
    const names = rules.presets.map((each) => each.name).join(', ');
    return { problem: { title: say.unknownPreset(name, names) } };
  }
  if (!(await confirmPreset(name, context))) return { title: say.permissionsAsBefore(rules.facts.preset.name) };
  const isModeToo = mode.all.some((each) => each.name === name && each.preset === name && each.agent === name);
  if (isModeToo) await mode.set(name);
  else await rules.setPreset(name);
  return { title: say.permissions(name, isModeToo ? name : mode.current.name) };
}

function nameOf({ permission, pattern }: Grant, tools: readonly ListedTool[], say: CommandWords): string {
  if (pattern !== undefined) return pattern;
  const names = tools.filter((tool) => tool.permission === permission).map(({ name }) => name);
  return say.everyCallOf(names.join(', ') || permission);
}
