/** `coder plugin install|link|list|update|remove|validate`: shows all that a plugin brings before use, and uses it only as shown. */

import { resolve } from 'node:path';
import type { AgentOptions } from '../app/agent-options.ts';
import { loadAppSettings } from '../app/load-app-settings.ts';
import { managePlugins } from '../app/plugins/manage-plugins.ts';
import type { PluginView, StagedPlugin } from '../app/plugins/stage-plugin.ts';
import { nearest } from '../base/text/nearest.ts';
import { visible, visibleText } from '../base/text/visible.ts';
import type { Fault } from '../protocol/fault.ts';
import type { PluginCommandWords } from '../words/en/plugin-command.ts';
import { faultsAsText, saidIn } from '../words/fault.ts';
import { loadWords } from '../words/words.ts';
import { agrees } from './agrees.ts';
import { fail, failUsage, print } from './print.ts';

type Manager = ReturnType<typeof managePlugins>;

interface Say extends PluginCommandWords {
  problem(problem: Fault): string;
}

interface PluginArgs {
  action: string;
  operands: readonly string[];
  yes: boolean;
  json: boolean;
  path?: string;
}

export async function runPlugin(options: AgentOptions, operands: readonly string[]): Promise<number> {
  const app = await loadAppSettings(options);
  const words = await loadWords(app.settings.lang);
  const say: Say = { ...words.pluginCommand, problem: (problem) => saidIn(problem, words.faults) };
  const typed = readWords(operands);
  if (!typed) return failUsage(say.usage);
  const manager = managePlugins(app, options);
  const broken = manager.broken();
  if (broken !== undefined && typed.action !== 'validate') return fail(say.problem(broken), 1);
  const [first] = typed.operands;
  switch (typed.action) {
    case 'list':
      return list(manager, typed.json, say);
    case 'update':
      return update(manager, typed, say);
    case 'validate':
      return first === undefined
        ? failUsage(say.usage)
        : validate(manager, resolve(options.cwd, first), typed.json, say);
    case 'install':
    case 'link':
      return first === undefined ? failUsage(say.usage) : install(manager, first, typed, say);
    case 'remove':
    case 'uninstall':
      return first === undefined ? failUsage(say.usage) : remove(manager, first, say);
    default:
      return failUsage(say.usage);
  }
}

function readWords(words: readonly string[]): PluginArgs | undefined {
  const operands: string[] = [];
  const read = { yes: false, json: false };
  let path: string | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--yes' || word === '-y') read.yes = true;
    else if (word === '--json') read.json = true;
    else if (word === '--path') path = words[++at];
    else if (word.startsWith('--path=')) path = word.slice('--path='.length);
    else if (word.startsWith('-')) return undefined;
    else operands.push(word);
  }
  const [action = 'list', ...rest] = operands;
  return rest.length > 1 ? undefined : { ...read, action, operands: rest, ...(path !== undefined && { path }) };
}

async function list(manager: Manager, json: boolean, say: Say): Promise<number> {
  const all = await manager.list();
  if (json) return print(JSON.stringify(all, faultsAsText, 2));
  if (all.length === 0) return print(say.none);
  for (const { name, source, view, problem } of all) {
    print(
      visible([name, view?.version, `${source.kind} ${source.from}`].filter((part) => part !== undefined).join('  ')),
    );
    if (problem !== undefined) print(visible(`  ${say.notUsed(say.problem(problem))}`));
    else if (view) print(linesOf(view, say));
  }
  return 0;
}

async function validate(manager: Manager, folder: string, json: boolean, say: Say): Promise<number> {
  const read = await manager.look(folder);
  if ('problem' in read)
    return json
      ? print(JSON.stringify({ problem: read.problem }, faultsAsText), 1)
      : fail(say.refused(folder, say.problem(read.problem)), 1);
  if (json) return print(JSON.stringify(read.view, faultsAsText, 2));
  print(`${headOf(read.view, say)}\n${linesOf(read.view, say)}`);
  return print(say.valid(read.view.name));
}

async function install(manager: Manager, typed: string, args: PluginArgs, say: Say): Promise<number> {
  const source = manager.sourceOf(typed, args.path);
  if ('says' in source) return fail(say.problem(source), 2);
  const isLink = args.action === 'link';
  if (isLink && source.kind !== 'path') return failUsage(say.usage);
  const from = isLink ? { kind: 'link' as const, from: resolve(source.from, args.path ?? '.') } : source;
  const found = await manager.stage(from);
  if ('problem' in found) return fail(say.refused(typed, say.problem(found.problem)), 1);
  using staged = found;
  const { view } = staged;
  if (manager.find(view.name)) return fail(say.isThere(view.name), 1);
  print(`${headOf(view, say)}\n${linesOf(view, say)}`);
  const answer = await agrees(say.ask(view.name), args.yes);
  if (answer !== 'yes') return answer === 'no' ? print(say.declined, 1) : fail(say.notAsked, 1);
  await manager.install(staged);
  return print(isLink ? say.linked(view.name, visible(staged.folder)) : say.installed(view.name));
}

async function update(manager: Manager, args: PluginArgs, say: Say): Promise<number> {
  const [name] = args.operands;
  const names = name === undefined ? manager.names() : [name];
  if (names.length === 0) return print(say.none);
  let code = 0;
  for (const each of names) code = Math.max(code, await updateOne(manager, each, args.yes, say));
  return code;
}

async function updateOne(manager: Manager, name: string, yes: boolean, say: Say): Promise<number> {
  const installed = manager.find(name);
  if (!installed) return fail(say.unknown(visible(name), nearest(name, manager.names())), 1);
  const found = await manager.stage(installed.source);
  if ('problem' in found) return fail(say.refused(name, say.problem(found.problem)), 1);
  using staged: StagedPlugin & Disposable = found;
  if (staged.view.name !== name) return fail(say.otherName(name, staged.view.name), 1);
  const changes = manager.changes(installed, staged);
  const isWhole = (await manager.list()).find((each) => each.name === name)?.problem === undefined;
  if (changes.length === 0 && isWhole) return print(say.unchanged(name));
  print(`${say.changes(changes.length)}\n${visibleText(await manager.diff(installed, staged))}`);
  print(`${headOf(staged.view, say)}\n${linesOf(staged.view, say)}`);
  const answer = await agrees(say.askUpdate(name), yes);
  if (answer !== 'yes') return answer === 'no' ? print(say.declined, 1) : fail(say.notAsked, 1);
  await manager.install(staged);
  return print(say.updated(name));
}

async function remove(manager: Manager, name: string, say: Say): Promise<number> {
  const installed = manager.find(name);
  if (!installed) return fail(say.unknown(visible(name), nearest(name, manager.names())), 1);
  await manager.remove(installed);
  return print(say.removed(name));
}

function headOf({ name, version, layout, description }: PluginView, say: Say): string {
  const head = [name, version, `(${say.layouts[layout]})`].filter((part) => part !== undefined).join(' ');
  return visible(description === undefined ? head : `${head}: ${description}`);
}

/** Everything that the plugin brings; whatever runs is shown in full. */
function linesOf(view: PluginView, { parts, problem }: Say): string {
  const named = (label: string, names: readonly string[]) =>
    names.length > 0 ? [`${label}: ${names.join(', ')}`] : [];
  return [
    ...named(parts.skills, view.skills),
    ...named(
      parts.commands,
      view.commands.map((name) => `/${name}`),
    ),
    ...named(parts.agents, view.agents),
    ...view.servers.map(({ name, shows }) => `${parts.servers} ${name}: ${shows.map(problem).join('; ')}`),
    ...view.hooks.map((hook) => `${parts.hooks} ${hook}`),
    ...named(parts.languageServers, view.languageServers),
    ...named(parts.notes, view.notes),
    ...view.problems.map((each) => parts.problem(problem(each))),
  ]
    .map((line) => `  ${visible(line)}`)
    .join('\n');
}
