/** `/permissions`: shows the rules in force, tool by tool; switches the preset, explains a command, revokes a saved rule. */

import { visible } from '../base/text/visible.ts';
import type { CommandContext, CommandResult, ContextControl, ListedTool } from '../protocol/command.ts';
import type { Grant, Preset } from '../protocol/policy.ts';
import type { SandboxStatus } from '../protocol/sandbox.ts';
import type { Block, View } from '../protocol/view.ts';
import { defineWords } from '../words/own-words.ts';
import { reasonsText } from '../words/reason-text.ts';
import { defineCommand, type Spoken } from './command.ts';
import { confirmPreset } from './confirm-preset.ts';
import { gapList, statusLine } from './sandbox.ts';

const words = defineWords({
  en: {
    permissions: (preset: string, mode: string) => `permissions: ${preset}, in ${mode} mode`,
    permissionsAsBefore: (preset: string) => `permissions unchanged: ${preset}`,
    unknownPreset: (name: string, all: string) =>
      `Unknown preset: ${name}. Presets: ${all}; also: why COMMAND, revoke [RULE]`,
    offIn: (mode: string) => `off in ${mode} mode`,
    byCommand: (verdict: string) => `by command: ${verdict}, see below`,
    askButAllowed: 'ask, but allowed by you',
    otherCommands: (verdict: string, unasked: 'none' | 'read-only' | 'confined', skipsChecks: boolean) =>
      `* ${verdict} (${unasked === 'none' ? '' : `commands proved read-only ${unasked === 'confined' ? 'or confined by the sandbox ' : ''}run without asking; `}${skipsChecks ? 'nothing asks, even when risky' : 'risky ones always ask'})`,
    allowedByYou: 'Allowed by you ("/permissions revoke" revokes one)',
    hostsAllowed: 'Hosts that commands and fetch may reach, by your settings:',
    secretsHidden: 'Secrets hidden from the model, and how often each was hidden:',
    nothingAllowed: 'Nothing has been allowed with "always" yet.',
    everyCallOf: (tools: string) => `every call of ${tools}`,
    lifetimes: { session: 'session', project: 'project' },
    whichCommand: 'Which command? /permissions why git push',
    checkResults: {
      'hard-block': () => 'It is refused in every mode, whatever is approved.',
      refused: (preset: string) => `It is refused by the preset ${preset}.`,
      runs: () => 'It runs without asking.',
      'asks-risk': () => 'It asks every time: yes or no.',
      'asks-always': () => 'It asks every time; no saved rule can cover it.',
      asks: () => 'It asks; "always" can be saved.',
    },
    insideResults: {
      allow: (layer: string) =>
        `It runs without asking, because the sandbox (${layer}) confines it. Without the sandbox:`,
      ask: (layer: string) => `In the sandbox (${layer}), where it runs, it asks. Without the sandbox:`,
      deny: () => 'It is refused, because sandbox.mode is "require" and there is no sandbox. Otherwise:',
    },
    sameInside: (layer: string) => `The sandbox (${layer}) does not change that.`,
    noGrants: 'There is no saved rule to revoke.',
    whichRule: 'Revoke which rule?',
    nothingRevoked: 'Nothing was revoked.',
    notRevoked: 'Nothing was revoked. /permissions revoke RULE, one of:',
    unknownRule: (name: string) => `No saved rule "${name}". There are:`,
    revoked: (rule: string) => `Revoked: ${rule}. It will ask again.`,
  },
  'zh-CN': {
    permissions: (preset, mode) => `权限：${preset}，${mode} 模式`,
    permissionsAsBefore: (preset) => `权限：${preset}，保持不变`,
    unknownPreset: (name, all) => `未知预设：${name}。可用预设：${all}；另有：why 命令、revoke [规则]`,
    offIn: (mode) => `${mode} 模式下关闭`,
    byCommand: (verdict) => `按命令：${verdict}，见下`,
    askButAllowed: 'ask，但您已允许',
    otherCommands: (verdict, unasked, skipsChecks) =>
      `* ${verdict}（${unasked === 'none' ? '' : `确认只读${unasked === 'confined' ? '或受沙箱限制' : ''}的命令不询问；`}${skipsChecks ? '有风险也不询问' : '有风险的总是询问'}）`,
    allowedByYou: '您已允许（“/permissions revoke” 可撤销）',
    hostsAllowed: '按您的设置，命令和 fetch 可以连接的主机：',
    secretsHidden: '不会给模型看的密钥，以及各自隐藏的次数：',
    nothingAllowed: '还没有用 always 允许过任何内容。',
    everyCallOf: (tools) => `${tools} 的所有调用`,
    lifetimes: { session: '本次会话', project: '本项目' },
    whichCommand: '哪条命令？例如 /permissions why git push',
    checkResults: {
      'hard-block': () => '在任何模式下都会被拒绝，批准也无效。',
      refused: (preset) => `被预设 ${preset} 拒绝。`,
      runs: () => '无需询问即可运行。',
      'asks-risk': () => '每次都会询问：是或否。',
      'asks-always': () => '每次都会询问；没有规则能涵盖它。',
      asks: () => '会询问；可以用 always 保存规则。',
    },
    insideResults: {
      allow: (layer) => `受沙箱（${layer}）限制，无需询问即可运行。没有沙箱时：`,
      ask: (layer) => `它在沙箱（${layer}）中运行，会询问。没有沙箱时：`,
      deny: () => '会被拒绝：sandbox.mode 为 "require"，但没有沙箱。否则：',
    },
    sameInside: (layer) => `沙箱（${layer}）不改变这一点。`,
    noGrants: '没有可撤销的规则。',
    whichRule: '撤销哪条规则？',
    nothingRevoked: '没有撤销任何规则。',
    notRevoked: '没有撤销任何规则。/permissions revoke 规则，可选：',
    unknownRule: (name) => `没有规则 “${name}”。现有：`,
    revoked: (rule) => `已撤销：${rule}。今后会再次询问。`,
  },
});
type Say = Spoken<typeof words>;

export default defineCommand({
  name: 'permissions',
  words,
  async run(args, context, say) {
    const [, action = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(args) ?? [];
    if (action === '') return matrix(context, await context.programs.sandbox.status(), say);
    if (action === 'why') return explain(rest.trim(), context, say);
    if (action === 'revoke') return revoke(rest.trim(), context, say);
    return switchPreset(args, context, say);
  },
});

function matrix({ mode, rules, context }: CommandContext, sandbox: SandboxStatus | undefined, say: Say): View {
  const { current, tools } = mode;
  const { preset, grants, hosts = [] } = rules.facts;
  const width = Math.max(...tools.map(({ name }) => name.length));
  const rows = tools.map(
    (tool) => `${tool.name.padEnd(width)}  ${tool.on ? ruleOf(tool, preset, grants, say) : say.offIn(current.name)}`,
  );
  const patterns = Object.entries(preset.bash).filter(([pattern]) => pattern !== '*');
  const bash = [
    say.otherCommands(preset.bash['*'] ?? 'ask', runUnasked(preset, sandbox), preset.bashSkipsChecks === true),
    ...patterns.map(([pattern, verdict]) => `${pattern}  ${verdict}`),
  ];
  const saved = grants.map((grant) => `${nameOf(grant, tools, say)}  (${say.lifetimes[grant.lifetime]})`);
  return {
    title: say.permissions(preset.name, current.name),
    body: [
      { type: 'list', items: rows },
      { type: 'text', text: say.commands },
      { type: 'list', items: bash },
      ...(sandbox
        ? [{ type: 'text' as const, text: statusLine(sandbox, current.network, say) }, ...gapList(sandbox, say)]
        : []),
      ...(hosts.length > 0
        ? [
            { type: 'text' as const, text: say.hostsAllowed },
            { type: 'list' as const, items: [...hosts] },
          ]
        : []),
      { type: 'text', text: saved.length > 0 ? say.allowedByYou : say.nothingAllowed },
      ...(saved.length > 0 ? [{ type: 'list' as const, items: saved }] : []),
      ...hiddenRows(context.secrets(), say),
    ],
  };
}

/** Which commands run without asking where the preset asks. */
function runUnasked({ readOnlyRuns }: Preset, sandbox: SandboxStatus | undefined): Parameters<Say['otherCommands']>[1] {
  if (!readOnlyRuns) return 'none';
  return sandbox && sandbox.layer !== 'none' ? 'confined' : 'read-only';
}

/** Names of the secrets that were hidden, the most frequent first. */
function hiddenRows(secrets: ReturnType<ContextControl['secrets']>, say: Say): Block[] {
  if (secrets.length === 0) return [];
  const items = secrets
    .toSorted((a, b) => b.hidden - a.hidden)
    .map(({ name, hidden }) => `${visible(name)}  ${hidden}`);
  return [
    { type: 'text', text: say.secretsHidden },
    { type: 'list', items },
  ];
}

function ruleOf({ permission, runsCommand }: ListedTool, preset: Preset, grants: readonly Grant[], say: Say): string {
  const { rules, bash } = preset;
  if (runsCommand) return say.byCommand(bash['*'] ?? 'ask');
  const rule = rules[permission] ?? rules['*'] ?? 'ask';
  const isGranted = grants.some((grant) => grant.permission === permission && grant.pattern === undefined);
  return rule === 'ask' && isGranted ? say.askButAllowed : rule;
}

async function explain(line: string, { rules }: CommandContext, say: Say): Promise<CommandResult> {
  if (line === '') return { problem: { title: say.whichCommand } };
  const { rows, verdict, result, inside } = await rules.explain(line);
  const decides = inside && inside.verdict !== verdict;
  const items = rows.map(({ part, verdict: own, why, risk }) => {
    const reason = reasonsText(why, say.policy);
    return `${own}  ${visible(part)}: ${visible(risk ? say.policy.risk(reason) : reason)}`;
  });
  return {
    title: `${decides ? inside.verdict : verdict}: ${visible(line)}`,
    body: [
      ...(decides ? [{ type: 'text' as const, text: say.insideResults[inside.verdict](inside.layer) }] : []),
      { type: 'list', items },
      { type: 'text', text: say.checkResults[result](rules.facts.preset.name) },
      ...(inside && !decides ? [{ type: 'text' as const, text: say.sameInside(inside.layer) }] : []),
    ],
  };
}

async function revoke(named: string, { rules, person, mode }: CommandContext, say: Say): Promise<CommandResult> {
  const { tools } = mode;
  const { grants } = rules.facts;
  if (grants.length === 0) return { problem: { title: say.noGrants } };
  const names = grants.map((grant) => nameOf(grant, tools, say));
  const index = named === '' ? await person.pick(say.whichRule, names) : names.indexOf(named);
  const grant = grants[index ?? -1];
  if (index === null) return { title: say.nothingRevoked };
  if (!grant) {
    const body = [{ type: 'list' as const, items: names }];
    return { problem: { title: named === '' ? say.notRevoked : say.unknownRule(named), body } };
  }
  const { permission, pattern } = grant;
  await rules.revoke(pattern === undefined ? { permission } : { permission, pattern });
  return { title: say.revoked(nameOf(grant, tools, say)) };
}

/** If a mode with the same name goes with the preset, switches the mode too. */
async function switchPreset(name: string, context: CommandContext, say: Say): Promise<CommandResult> {
  const { rules, mode } = context;
  const preset = rules.presets.find((each) => each.name === name);
  if (!preset) {
    const names = rules.presets.map((each) => each.name).join(', ');
    return { problem: { title: say.unknownPreset(name, names) } };
  }
  if (!(await confirmPreset(name, context, say))) return { title: say.permissionsAsBefore(rules.facts.preset.name) };
  const isModeToo = mode.all.some((each) => each.name === name && each.preset === name && each.agent === name);
  if (isModeToo) await mode.set(name);
  else await rules.setPreset(name);
  return { title: say.permissions(name, isModeToo ? name : mode.current.name) };
}

function nameOf({ permission, pattern }: Grant, tools: readonly ListedTool[], say: Say): string {
  if (pattern !== undefined) return pattern;
  const names = tools.filter((tool) => tool.permission === permission).map(({ name }) => name);
  return say.everyCallOf(names.join(', ') || permission);
}
