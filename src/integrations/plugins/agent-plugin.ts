/** Agent Plugins 1.0.0: reads the manifest and the contents of the fixed folders. */

import { join } from 'node:path';
import { isPlainObject } from '../../base/schema.ts';
import type { Fault } from '../../protocol/fault.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import type { SkillsFolder } from '../skills.ts';
import { readServers } from './agent-plugin-servers.ts';
import { kindOf, readJson } from './inside.ts';
import type { LoadedPlugin, LoadPluginOptions } from './plugin.ts';

const SCHEMA = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json';
/** Fields that describe the plugin itself, in this layout and in Claude's. */
export const ABOUT_FIELDS = [
  '$schema',
  'name',
  'version',
  'description',
  'author',
  'homepage',
  'repository',
  'license',
  'keywords',
];
const FIELDS = new Set([...ABOUT_FIELDS, 'extensions']);
const TEXTS = ['version', 'description', 'homepage', 'repository', 'license'];

/** `root`: the plugin's folder with links resolved. */
export function loadAgentPlugin(root: string, { dataOf }: LoadPluginOptions): LoadedPlugin {
  const read = readJson(root, 'plugin.json');
  if (!read.ok) return { ok: false, problem: read.problem };
  const { value } = read;
  const wrong = offenceOf(value);
  if (wrong !== undefined) return { ok: false, problem: extensionFault('at', 'plugin.json', wrong) };
  const name = String(value.name);
  const unknown = Object.keys(value).filter((key) => !FIELDS.has(key));
  const problems = [
    ...unknown.map((key) => extensionFault('pluginFieldIgnored', JSON.stringify(key))),
    ...(value.extensions !== undefined && !isPlainObject(value.extensions)
      ? [extensionFault('pluginExtensionsIgnored')]
      : []),
  ];
  const skills = skillsOf(root, problems);
  const servers = readServers(name, root, () => dataOf(name));
  const { version, description } = value;
  return {
    ok: true,
    plugin: {
      name,
      layout: 'agent-plugins',
      ...(typeof version === 'string' && { version }),
      ...(typeof description === 'string' && { description }),
      root,
      skills,
      commands: [],
      agents: [],
      servers: servers.entries,
      hooks: [],
      languageServers: [],
      notes: [],
      problems: [...problems, ...servers.problems],
    },
  };
}

function skillsOf(root: string, problems: Fault[]): SkillsFolder[] {
  switch (kindOf(root, 'skills')) {
    case 'missing':
      return [];
    case 'folder':
      return [{ path: join(root, 'skills'), root, isStrict: true, group: 'plugins' }];
    case 'outside':
      problems.push(extensionFault('pluginSkillsLeadOut'));
      return [];
    default:
      problems.push(extensionFault('pluginSkillsNoFolder'));
      return [];
  }
}

/** Why the plugin is refused. */
function offenceOf(value: Readonly<Record<string, unknown>>): Fault | undefined {
  const { $schema, name, author, keywords } = value;
  if (typeof $schema !== 'string') return extensionFault('missingOrNot', '"$schema"', extensionFault('aString'));
  if ($schema !== SCHEMA) return extensionFault('pluginSchema', JSON.stringify($schema));
  if (typeof name !== 'string' || name === '')
    return extensionFault('missingOrNot', '"name"', extensionFault('aString'));
  if (!isPluginName(name)) return extensionFault('pluginNameNotStrict', JSON.stringify(name));
  const text = TEXTS.find((key) => value[key] !== undefined && typeof value[key] !== 'string');
  if (text !== undefined) return extensionFault('isNot', JSON.stringify(text), extensionFault('aString'));
  if (keywords !== undefined && !(Array.isArray(keywords) && keywords.every((word) => typeof word === 'string')))
    return extensionFault('isNot', '"keywords"', extensionFault('aListOfStrings'));
  if (author !== undefined) {
    if (!isPlainObject(author)) return extensionFault('isNot', '"author"', extensionFault('anObject'));
    const wrong = Object.entries(author).find(
      ([key, of]) => !['name', 'email', 'url'].includes(key) || typeof of !== 'string',
    );
    if (wrong) return extensionFault('pluginAuthor', wrong[0]);
  }
  return undefined;
}

export function isPluginName(name: string): boolean {
  return (
    name.length <= 64 &&
    /^[a-z0-9][a-z0-9.-]*$/.test(name) &&
    /[a-z0-9]$/.test(name) &&
    !name.includes('--') &&
    !name.includes('..')
  );
}
