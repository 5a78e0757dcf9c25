/** Agent Plugins 1.0.0: reads the manifest and the contents of the fixed folders. */

import { join } from 'node:path';
import { isPlainObject } from '../../base/schema.ts';
import type { SkillsFolder } from '../skills.ts';
import { readServers } from './agent-plugin-servers.ts';
import { kindOf, readJson } from './inside.ts';
import type { LoadedPlugin, PluginPlace } from './plugin.ts';

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
export function loadAgentPlugin(root: string, { dataOf }: PluginPlace): LoadedPlugin {
  const read = readJson(root, 'plugin.json');
  if (!read.ok) return { ok: false, problem: read.problem };
  const { value } = read;
  const wrong = offenceOf(value);
  if (wrong !== undefined) return { ok: false, problem: `plugin.json: ${wrong}` };
  const name = String(value.name);
  const unknown = Object.keys(value).filter((key) => !FIELDS.has(key));
  const problems = [
    ...unknown.map((key) => `plugin.json: the field ${JSON.stringify(key)} is unknown and ignored`),
    ...(value.extensions !== undefined && !isPlainObject(value.extensions)
      ? ['plugin.json: "extensions" is no object and ignored']
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

function skillsOf(root: string, problems: string[]): SkillsFolder[] {
  switch (kindOf(root, 'skills')) {
    case 'missing':
      return [];
    case 'folder':
      return [{ path: join(root, 'skills'), root, isStrict: true, group: 'plugins' }];
    case 'outside':
      problems.push('skills leads out of the plugin: no skills are used');
      return [];
    default:
      problems.push('skills is no folder: no skills are used');
      return [];
  }
}

/** Why the plugin is refused; `undefined` if it is valid. */
function offenceOf(value: Readonly<Record<string, unknown>>): string | undefined {
  const { $schema, name, author, keywords } = value;
  if (typeof $schema !== 'string') return '"$schema" is missing or not a text';
  if ($schema !== SCHEMA) return `unsupported "$schema" ${JSON.stringify($schema)}; coder knows Agent Plugins 1.0.0`;
  if (typeof name !== 'string' || name === '') return '"name" is missing or not a text';
  if (!isPluginName(name))
    return `the name ${JSON.stringify(name)} is not 1 to 64 of a-z, 0-9, "-" and ".", with a letter or digit at both ends, without "--" and ".."`;
  const text = TEXTS.find((key) => value[key] !== undefined && typeof value[key] !== 'string');
  if (text !== undefined) return `"${text}" is not a text`;
  if (keywords !== undefined && !(Array.isArray(keywords) && keywords.every((word) => typeof word === 'string')))
    return '"keywords" is not a list of texts';
  if (author !== undefined) {
    if (!isPlainObject(author)) return '"author" is not an object';
    const wrong = Object.entries(author).find(
      ([key, of]) => !['name', 'email', 'url'].includes(key) || typeof of !== 'string',
    );
    if (wrong) return `"author.${wrong[0]}" is not one of name, email and url, or not a text`;
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
