/** `coder trust`: shows what a project brings along, with one hash for all of it, and trusts items by name. */

import type { AgentOptions } from '../app/agent-options.ts';
import { loadAppSettings } from '../app/load-app-settings.ts';
import { trustControl } from '../app/trust/control.ts';
import { nearest } from '../base/text/nearest.ts';
import { visible, visibleText } from '../base/text/visible.ts';
import type { JudgedItem, TrustControl } from '../protocol/trust.ts';
import { faultsAsText, saidIn } from '../words/fault.ts';
import { trustLine } from '../words/trust-line.ts';
import { loadWords, type Words } from '../words/words.ts';
import { fail, failUsage, print } from './print.ts';

export interface TrustFlags {
  operands: readonly string[];
  json: boolean;
}

export async function runTrust(options: AgentOptions, { operands, json }: TrustFlags): Promise<number> {
  const app = await loadAppSettings(options);
  const words = await loadWords(app.settings.lang);
  const { trust: say } = words;
  const project = { cwd: options.cwd, home: app.home, root: app.trust.root };
  const control = trustControl(project, app.trust, say, () => {});
  const judged = await control.list();
  const [action = 'list', ...names] = operands;
  if (action === 'print' && names.length === 0) return print(control.setHash(judged.map(({ item }) => item)));
  if (action === 'list' && names.length === 0) return list(judged, control, words, json);
  const known = judged.map(({ item }) => item.name);
  const isAll = action === 'revoke' && names.length === 1 && names[0] === 'all';
  const unknown = isAll ? undefined : names.find((name) => !known.includes(name));
  if (unknown !== undefined) return fail(say.unknownItem(visible(unknown), nearest(unknown, known)), 2);
  const chosen = judged.filter(({ item }) => isAll || names.includes(item.name));
  switch (action) {
    case 'show':
    case 'diff':
      return show(action, chosen.length > 0 ? chosen : action === 'diff' ? judged : [], control, words);
    case 'add':
      return chosen.length > 0 ? add(chosen, control, words) : failUsage(say.cliUsage);
    case 'revoke':
      if (names.length === 0) return failUsage(say.cliUsage);
      return print(say.revoked(await control.revoke(chosen.map(({ item }) => item.name))));
    default:
      return failUsage(say.cliUsage);
  }
}

function list(judged: readonly JudgedItem[], control: TrustControl, { trust: say }: Words, json: boolean): number {
  const hash = control.setHash(judged.map(({ item }) => item));
  if (!json) {
    if (judged.length === 0) return print(say.none);
    return print([...judged.map((each) => trustLine(each, say)), hash].join('\n'));
  }
  const items = judged.map(({ item: { kind, name, parts, problem, shows }, state, as }) => ({
    kind,
    name,
    state,
    ...(problem && { problem }),
    ...(as !== undefined && { as }),
    ...(shows && { shows }),
    parts: parts.map(({ path, effect, mark, size }) => ({ path, effect, mark, size })),
  }));
  return print(JSON.stringify({ hash, items }, faultsAsText, 2));
}

async function show(
  action: 'show' | 'diff',
  chosen: readonly JudgedItem[],
  control: TrustControl,
  { trust: say, faults }: Words,
): Promise<number> {
  if (chosen.length === 0) return failUsage(say.cliUsage);
  for (const each of chosen) {
    const { item } = each;
    const whole = item.parts.map(({ path, bytes }) => `${path}\n${bytes.toString('utf8')}`).join('\n');
    const text =
      action === 'show'
        ? [...(item.shows ?? []).map((line) => saidIn(line, faults)), whole].join('\n')
        : await control.diff(item);
    print(`${trustLine(each, say)}\n${visibleText(text)}`);
  }
  return 0;
}

/** Does not ask: naming the items on the command line is the answer. */
async function add(
  chosen: readonly JudgedItem[],
  control: TrustControl,
  { trust: say, faults }: Words,
): Promise<number> {
  const never = chosen.find(({ item }) => item.problem)?.item;
  if (never?.problem) return fail(say.neverAdded(never.name, say.problems[never.problem]), 1);
  await control.accept(chosen.map(({ item }) => item));
  for (const line of chosen.flatMap(({ item }) => item.shows ?? [])) print(`  ${visible(saidIn(line, faults))}`);
  return print(say.added(chosen.map(({ item }) => visible(item.name)).join(', ')));
}
