/** `/trust`: lists what the project brings along, item by item; shows an item, trusts it as it is now, or revokes trust. */

import { nearest } from '../base/text/nearest.ts';
import { visibleText } from '../base/text/visible.ts';
import type { CommandResult, PersonControl } from '../protocol/command.ts';
import type { JudgedItem, TrustControl } from '../protocol/trust.ts';
import type { Block } from '../protocol/view.ts';
import type { CommandWords } from '../words/en/commands.ts';
import type { TrustWords } from '../words/en/trust.ts';
import { saidIn } from '../words/fault.ts';
import { trustLine } from '../words/trust-line.ts';
import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'trust',
  async run(args, { extensions: { trust }, person }, words) {
    const { trust: say } = words;
    const judged = (await trust?.list()) ?? [];
    const [, action = '', name = ''] = /^(\S*)\s*(.*)$/s.exec(args.trim()) ?? [];
    if (!trust || judged.length === 0) return name === '' ? { title: say.none } : { problem: { title: say.none } };
    switch (action) {
      case '':
      case 'list':
        return list(judged, trust, say);
      case 'show':
      case 'diff':
        return show(action, name, judged, trust, words);
      case 'add':
        return add(name, judged, trust, person, words);
      case 'revoke':
        return revoke(name, judged, trust, say);
      default:
        return { problem: { title: say.usage } };
    }
  },
});

function list(judged: readonly JudgedItem[], trust: TrustControl, say: TrustWords): CommandResult {
  return {
    title: say.title(trust.setHash(judged.map(({ item }) => item))),
    body: [
      { type: 'list', items: judged.map((each) => trustLine(each, say)) },
      { type: 'text', text: say.usage },
    ],
  };
}

async function show(
  action: 'show' | 'diff',
  name: string,
  judged: readonly JudgedItem[],
  trust: TrustControl,
  { trust: say, faults }: CommandWords,
): Promise<CommandResult> {
  const isOther = ({ state }: JudgedItem) => state === 'changed' || state === 'reworded';
  if (name === '' && action === 'show') return { problem: { title: say.whichItem } };
  const chosen = name === '' ? judged.filter(isOther) : judged.filter(({ item }) => item.name === name);
  if (chosen.length === 0) return name === '' ? { title: say.nothingChanged } : unknown(name, judged, say);
  const body: Block[] = [];
  for (const { item } of chosen) {
    if (item.shows) body.push({ type: 'list', items: item.shows.map((line) => visibleText(saidIn(line, faults))) });
    const whole = item.parts.map(({ path, bytes }) => `${path}\n${bytes.toString('utf8')}`).join('\n');
    if (action === 'show') body.push({ type: 'text', text: visibleText(whole) });
    else body.push({ type: 'diff', diff: await trust.diff(item) });
  }
  return { title: chosen.map((each) => trustLine(each, say)).join('; '), body };
}

/**
 * Without a name, asks once for all texts and settings, but separately for each item that starts a program or a connection. Anything but
 * an explicit yes means no.
 */
async function add(
  name: string,
  judged: readonly JudgedItem[],
  trust: TrustControl,
  person: PersonControl,
  { trust: say, faults, question }: CommandWords,
): Promise<CommandResult> {
  const open = judged.filter(({ state, as }) => state !== 'trusted' || as !== undefined);
  const chosen =
    name === '' ? open.filter(({ item }) => !item.problem) : judged.filter(({ item }) => item.name === name);
  if (chosen.length === 0) return name === '' ? { title: say.nothingToAdd } : unknown(name, judged, say);
  const never = chosen.find(({ item }) => item.problem)?.item;
  if (never?.problem) return { problem: { title: say.neverAdded(never.name, say.problems[never.problem]) } };
  const together = chosen.filter(({ item }) => !item.shows);
  const groups = [
    ...(together.length > 0 ? [together] : []),
    ...chosen.filter(({ item }) => item.shows).map((one) => [one]),
  ];
  const added: JudgedItem[] = [];
  let isAsked = true;
  for (const group of groups) {
    const [first] = group;
    const yes = group.length === 1 && first ? say.addOne(first.item.name) : say.addAll(group.length);
    const lines = group.flatMap((each) => [
      trustLine(each, say),
      ...(each.item.shows ?? []).map((line) => `    ${saidIn(line, faults)}`),
    ]);
    person.warn(visibleText(lines.join('\n')));
    const picked = await person.pick(question(yes), [yes, say.no]);
    if (picked === 0) added.push(...group);
    isAsked &&= picked !== undefined;
  }
  if (added.length === 0) return isAsked ? { title: say.notAdded } : { problem: { title: say.notAdded } };
  await trust.accept(added.map(({ item }) => item));
  const names = added.map(({ item }) => item.name).join(', ');
  const later = added.some(({ item }) => item.kind === 'settings') ? ` ${say.atNextStart}` : '';
  return { title: `${say.added(visibleText(names))}${later}` };
}

async function revoke(
  name: string,
  judged: readonly JudgedItem[],
  trust: TrustControl,
  say: TrustWords,
): Promise<CommandResult> {
  if (name === '') return { problem: { title: say.whichItem } };
  const names = judged.map(({ item }) => item.name);
  if (name !== 'all' && !names.includes(name)) return unknown(name, judged, say);
  return { title: say.revoked(await trust.revoke(name === 'all' ? names : [name])) };
}

function unknown(name: string, judged: readonly JudgedItem[], say: TrustWords): CommandResult {
  const names = judged.map(({ item }) => item.name);
  return { problem: { title: say.unknownItem(visibleText(name), nearest(name, names)) } };
}
