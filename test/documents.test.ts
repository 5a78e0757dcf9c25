/** Everything that the documents name exists: files, settings, flags, tools, events. */

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { schemas } from '../scripts/schemas.ts';
import { commandRows } from '../src/commands/rows.ts';
import { settingsSchema } from '../src/config/settings.ts';
import { parseSettings } from '../src/config/settings-file.ts';
import { COMMANDS, OPTIONS, ROWS } from '../src/frontends/command-line.ts';
import { opSchema } from '../src/frontends/headless/op-schema.ts';
import { eventSchema } from '../src/protocol/event.ts';
import { en } from '../src/words/en.ts';
import { zhCn } from '../src/words/zh-cn.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const documents = [
  ...readdirSync(project).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(project, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const textOf = (path: string) => readFileSync(join(project, path), 'utf8');

test('every file of the repository that a document names exists', () => {
  const missing = documents.flatMap((path) =>
    [...textOf(path).matchAll(/`((?:src|test|docs|scripts|bench|\.ci)\/[\w./-]*[\w-])`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !existsSync(join(project, name)))
      .map((name) => `${path}: ${name}`),
  );
  assert.deepEqual(missing, []);
});

test('every schema that a document names ships with the package', () => {
  const named = documents.flatMap((path) => [...textOf(path).matchAll(/`schemas\/([\w./-]*[\w-])`/g)]);
  assert.ok(named.length > 3);
  assert.deepEqual(
    named.map(([, file = '']) => file).filter((file) => !Object.hasOwn(schemas, file)),
    [],
  );
});

test('every link between documents leads somewhere', () => {
  const broken = documents.flatMap((path) =>
    [...textOf(path).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(project, dirname(path), target)))
      .map((target) => `${path}: ${target}`),
  );
  assert.deepEqual(broken, []);
});

test('the README links every page', () => {
  const linked = new Set([...textOf('README.md').matchAll(/\]\(([^)#]+)/g)].map(([, target = '']) => target));
  const pages = documents.filter((path) => dirname(path) === 'docs');
  assert.deepEqual(
    pages.filter((path) => !linked.has(path)),
    [],
  );
});

test('docs/architecture.md has a row for each folder of src, and names the folders in it', () => {
  const text = textOf('docs/architecture.md');
  const folders = (path: string) =>
    readdirSync(join(project, path), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const unnamed = folders('src').flatMap(({ name }) => {
    const row = text.split('\n').find((line) => line.startsWith(`| \`src/${name}\` |`)) ?? '';
    const inside = folders(`src/${name}`).filter(
      (each) => !row.includes(`\`${each.name}\``) && !row.includes(`src/${name}/${each.name}`),
    );
    return row === '' ? [name] : inside.map((each) => `${name}/${each.name}`);
  });
  assert.deepEqual(unnamed, []);
});

test('decisions are numbered without gaps, and their index lists each by its title', () => {
  const pages = documents.filter((path) => /^docs\/decisions\/\d/.test(path)).toSorted();
  const rows = pages.map((path, index) => {
    const title = textOf(path).split('\n')[0] ?? '';
    assert.equal(title.split(' ', 2).join(' '), `# ${index + 1}.`, path);
    return `${index + 1}. [${title.replace(/^# \d+\. /, '').trim()}](${path.slice('docs/decisions/'.length)})`;
  });
  assert.equal(textOf('docs/decisions/README.md').split('\n').slice(4).join('\n'), `${rows.join('\n')}\n`);
});

test('every setting has a row in docs/configuration.md, with the default and the description of the published schema', () => {
  const [, section = ''] = textOf('docs/configuration.md').split('## All settings\n');
  const [table = ''] = section.split('\n## ');
  const rows = new Map(
    [...table.matchAll(/^\| `(.+?)` \| (.*?) ?\| (.+) \|$/gm)].map(([, key = '', fallback = '', text = '']) => [
      key,
      { fallback: withoutMarkdown(fallback), text: withoutMarkdown(text) },
    ]),
  );
  assert.deepEqual(
    leaves(settingsSchema.json()).filter((key) => !rows.has(key)),
    [],
  );
  for (const [key, row] of rows) {
    const { default: fallback, description = '' } = settingAt(key);
    const inSchema = { fallback: JSON.stringify(fallback) ?? '', text: withoutMarkdown(description) };
    assert.deepEqual(row, inSchema, key);
  }
});

test('every example of a settings file can be read, with every key and value known', () => {
  const examples = documents.flatMap((path) =>
    [...textOf(path).matchAll(/```jsonc\n([\s\S]*?)```/g)].map(([, text = '']) => ({ path, text })),
  );
  assert.ok(examples.length > 1);
  for (const { path, text } of examples) assert.doesNotThrow(() => parseSettings(text, path));
});

test('every environment variable that sets something is documented', () => {
  const text = textOf('docs/configuration.md');
  const read = readdirSync(join(project, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [
      ...textOf(join('src', name)).matchAll(
        /(?:\benv(?:ironment)?(?:\.|\[')|take\('[\w.]+', '|keyVariable: ')([A-Z][A-Z_]+)/g,
      ),
    ])
    .map(([, name = '']) => name);
  const usual = ['HOME', 'PATH', 'XDG_CONFIG_HOME'];
  const missing = [...new Set(read)].filter((name) => !usual.includes(name) && !text.includes(`\`${name}`));
  assert.ok(read.includes('AGENT_MODEL') && read.includes('OPENAI_API_KEY'));
  assert.deepEqual(missing, []);
});

test('every flag in --help is read, and every flag that is read is in --help', () => {
  for (const { help } of [en, zhCn]) {
    const shown = [...help.text('0').matchAll(/--([a-z][a-z-]+)/g)].map(([, name]) => name);
    assert.deepEqual(new Set(shown), new Set(Object.keys(OPTIONS)));
  }
});

test('every sub-command in --help is in the table, and every one of the table is in --help', () => {
  for (const { help } of [en, zhCn]) {
    const shown = [...help.text('0').matchAll(/(?:^ {2}|[(（])coder ([a-z]+)\b/gm)].map(([, name]) => name);
    assert.deepEqual(new Set(shown), new Set(COMMANDS));
  }
});

test('every word that shells complete after a sub-command is in its usage', () => {
  const usages = {
    config: en.subcommands.configUsage,
    policy: en.subcommands.policyUsage,
    trust: en.trust.cliUsage,
    mcp: en.mcpCommand.usage,
    plugin: en.pluginCommand.usage,
    hooks: en.hooks.commandUsage,
    import: en.importCommand.usage,
    completion: en.completion.usage,
    fleet: en.fleet.usage,
    worktrees: en.fleet.worktreesUsage,
  };
  const named = COMMANDS.filter((name) => Array.isArray(ROWS[name].words));
  assert.deepEqual(new Set(named), new Set(Object.keys(usages)));
  for (const [name, usage] of Object.entries(usages))
    for (const word of ROWS[name as keyof typeof usages].words ?? [])
      assert.match(usage, new RegExp(`(?:coder ${name}|[|,[]) ?\\[?${word}\\b`), name);
});

test('every command is documented', () => {
  const text = textOf('docs/commands.md');
  const missing = commandRows().filter(({ name }) => !text.includes(`\`/${name}`));
  assert.deepEqual(missing, []);
});

test('every tool is documented', () => {
  const text = textOf('docs/tools.md');
  const sources = readdirSync(join(project, 'src/tools')).filter((name) => name.endsWith('.ts'));
  const names = sources.flatMap((name) =>
    [...textOf(`src/tools/${name}`).matchAll(/defineTool(?:<\w+>)?\(\{\s*name: '(\w+)'/g)].map(
      ([, found = '']) => found,
    ),
  );
  assert.ok(names.length > 20, names.join(', '));
  assert.deepEqual(
    names.filter((name) => !text.includes(`\`${name}\``)),
    [],
  );
});

test('every event and op is documented', () => {
  const text = textOf('docs/stream-json.md');
  const names = [eventSchema, opSchema].flatMap((schema) =>
    (schema.json().oneOf as { properties: { type: { const: string } } }[]).map(
      ({ properties }) => properties.type.const,
    ),
  );
  assert.deepEqual(
    names.filter((name) => !text.includes(`\`${name}\``) && !text.includes(`"${name}"`)),
    [],
  );
});

test('the repository names only the product: no machine paths, no registry hosts', () => {
  const lock = textOf('package-lock.json');
  assert.ok(!/"resolved": "https?:/.test(lock), 'the lock file names a registry host');
});

/** The schema of the setting with that dotted key. */
function settingAt(key: string): { default?: unknown; description?: string } {
  let schema: unknown = settingsSchema.json();
  for (const part of key.split('.')) {
    const { properties } = schema as { properties?: Record<string, unknown> };
    schema = properties?.[part];
    assert.ok(schema !== undefined, `there is no setting ${key}`);
  }
  return schema as object;
}

function withoutMarkdown(text: string): string {
  return text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '');
}

/** Dotted keys of all settings; tables with free names end at the table. */
function leaves(schema: unknown, path: string[] = []): string[] {
  const { properties } = schema as { properties?: Record<string, unknown> };
  if (!properties) return [path.join('.')];
  return Object.entries(properties).flatMap(([key, value]) =>
    key.startsWith('$') ? [] : leaves(value, [...path, key]),
  );
}
