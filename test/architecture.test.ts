/** The architecture as a table: who may import whom, how long a file may be, what start-up may reach. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { allPrograms } from '../src/policy/programs/table.ts';
import { LONG_FUNCTIONS } from './fixtures/long-functions.ts';
import { functionsIn, interfacesIn, parametersIn, typesIn, withoutText } from './fixtures/scan-source.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const src = join(project, 'src');

const mayImport: Record<string, string[]> = {
  base: [],
  protocol: ['base'],
  words: ['protocol', 'base'],
  log: ['protocol', 'base'],
  policy: ['words', 'protocol', 'base'],
  context: ['log', 'protocol', 'base'],
  transcript: ['log', 'words', 'protocol', 'base'],
  config: ['log', 'words', 'protocol', 'base'],
  host: ['protocol', 'base'],
  session: ['transcript', 'log', 'words', 'protocol', 'base'],
  offline: ['protocol', 'base'],
  providers: ['offline', 'log', 'words', 'protocol', 'base'],
  integrations: ['words', 'protocol', 'base', 'host'],
  tools: ['log', 'protocol', 'base', 'host'],
  commands: ['log', 'words', 'protocol', 'base', 'transcript'],
  core: ['config', 'log', 'words', 'protocol', 'base', 'policy', 'context'],
  app: [
    'core',
    'commands',
    'tools',
    'integrations',
    'providers',
    'offline',
    'session',
    'host',
    'config',
    'transcript',
    'policy',
    'context',
    'log',
    'words',
    'protocol',
    'base',
  ],
  subcommands: [
    'app',
    'core',
    'tools',
    'providers',
    'session',
    'host',
    'config',
    'transcript',
    'policy',
    'context',
    'log',
    'words',
    'protocol',
    'base',
  ],
  frontends: ['subcommands', 'app', 'transcript', 'log', 'words', 'protocol', 'base'],
};

/** The rooms of the terminal front end, lowest first; the files beside them (`main.ts`, `start.ts`) may use all. */
const ttyMayImport: Record<string, string[]> = {
  input: [],
  screen: [],
  draw: ['input', 'screen'],
  dialogs: ['input', 'screen', 'draw'],
  panel: ['input', 'screen', 'draw'],
  /** `frontends` means the files that front ends share. */
  session: ['input', 'screen', 'draw', 'dialogs', 'panel', 'frontends'],
};

const LONGEST_FILE = 400;
const STARTUP_FILES = 7;
/** Rooms that would grow for ever: to add something to one, remove something else. */
const BUDGETS: Readonly<Record<string, number>> = {
  offline: 1500, // a stand-in (docs/decisions/0014-offline-model.md)
  'host/sandbox/evidence': 2200, // it only explains a failure (docs/decisions/0034-evidence-of-the-sandbox.md)
};
const LONGEST_FUNCTION = 80;
const MOST_FILES = 30;
/** One file a row: these are found by name, not by reading the folder. */
const TABLES = new Set(['src/commands', 'src/protocol', 'src/tools']);
const MOST_MEMBERS = 12;
const MOST_PARAMETERS = 5;
/** Interfaces of the protocol and the front ends that may have more; none of core and app may. */
const WIDE = new Set([
  'ListedHook', // a record to show, one field per fact
  'ListedServer', // likewise
  'TerminalScreen', // a snapshot of a screen, one field per mode of a terminal
  'Facts', // policy is pure, so every fact it may need is passed in
  'Tool', // the properties a tool may declare; most are optional
  'FlagValues', // one field per flag of the command line
  'Style', // a row of the table of styles, one field per difference between them
  'StreamState', // drawing is pure, so all that it remembers is one value
]);
/** Files that may name tools, besides the offline model, which calls them by name like any model. */
const NAMES_TOOLS = new Set([
  'src/config/modes.ts', // the table that switches tools on and off
  'src/protocol/permission.ts', // a permission that is spelled like a tool
]);

/** Files of policy that may name programs outside their rows. */
const NAMES_PROGRAMS = new Set([
  // Words of the shell itself: what they do to its folder, its variables and its loops.
  'src/policy/shell/walk/loops.ts',
  'src/policy/shell/walk/shell-state.ts',
  'src/policy/shell/walk/unwrap.ts',
  'src/policy/shell/walk/variables.ts',
  // What a substitution prints; reading knows nothing of rows.
  'src/policy/shell/read/decoded.ts',
  'src/policy/shell/read/expand.ts',
  // Built-ins with a reason that only they have.
  'src/policy/shell/judge/danger-code.ts',
  // Which shell runs the line, and what a variable may hold.
  'src/policy/shell/judge/environment.ts',
  'src/policy/shell/judge/typed.ts',
]);

/** Words of the glossary that may name several types, each with a reason. None at present. */
const NAMES_SEVERAL = new Set<string>([]);
/** Names that would fit any type, so that one room's tells nothing in another. */
const TOO_VAGUE = new Set(['Found']);
/** Identifiers that may say `directory`, because others chose them, and where; coder's own word is folder. */
const OTHERS_DIRECTORY: Readonly<Record<string, string>> = {
  isDirectory: 'src/', // Node's, of files
  O_DIRECTORY: 'src/host/', // the system's
  additionalDirectories: 'src/frontends/acp/', // of the Agent Client Protocol
  directories: 'src/policy/programs/text.ts', // an option of grep
  directory: 'src/core/call/dialect.ts', // an argument as the tools of other agents call it
  working_directory: 'src/core/call/dialect.ts', // likewise
};

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
  dynamic: boolean;
}

const files = [...walk(src)].filter((file) => file.endsWith('.ts'));
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const imports = files.flatMap((file) => importsOf(file, texts.get(file) ?? ''));

test('a folder imports only what the table allows', () => {
  const wrong = imports
    .filter(({ from, to }) => isOurs(to) && layerOf(from) !== 'root' && layerOf(to) !== layerOf(from))
    .filter(({ from, to }) => !mayImport[layerOf(from)]?.includes(layerOf(to)))
    .map(({ from, to }) => `${name(from)} → ${name(to)}`);
  assert.deepEqual(wrong, []);
});

test('core takes the types of the settings from config, and nothing that runs', () => {
  const wrong = imports.filter(({ from, to }) => layerOf(from) === 'core' && layerOf(to) === 'config' && isOurs(to));
  assert.deepEqual(
    wrong
      .filter(({ to, typeOnly }) => !typeOnly || name(to) !== 'src/config/settings.ts')
      .map(({ from }) => name(from)),
    [],
  );
});

/** What each room of policy must not import: programs know nothing of shells, reading nothing of walking, walking nothing of judging. */
const policyRooms: Record<string, string[]> = {
  'policy/programs': ['policy/shell'],
  'policy/shell/read': ['policy/shell/walk', 'policy/shell/judge', 'policy/programs'],
  'policy/shell/walk': ['policy/shell/judge'],
};

test('the rooms of policy import only downwards', () => {
  const wrong = Object.entries(policyRooms).flatMap(([room, above]) =>
    imports
      .filter(({ from }) => from.startsWith(join(src, room, '/')))
      .filter(({ to }) => above.some((one) => to.startsWith(join(src, one, '/'))))
      .map(({ from, to }) => `${name(from)} → ${name(to)}`),
  );
  assert.deepEqual(wrong, []);
});

test('every folder of src is a row of the table', () => {
  const folders = readdirSync(src).filter((entry) => statSync(join(src, entry)).isDirectory());
  assert.deepEqual(
    folders.filter((folder) => !(folder in mayImport) && [...walk(join(src, folder))].length > 0),
    [],
  );
});

test('no front end imports another', () => {
  const home = (file: string) => relative(join(src, 'frontends'), file).split('/');
  const wrong = imports
    .filter(({ from, to }) => layerOf(from) === 'frontends' && layerOf(to) === 'frontends')
    .filter(({ from, to }) => home(from).length > 1 && home(to).length > 1 && home(from)[0] !== home(to)[0])
    .map(({ from, to }) => `${name(from)} → ${name(to)}`);
  assert.deepEqual(wrong, []);
});

test('the rooms of the terminal front end import only downwards, and its input line knows nothing of screens', () => {
  const tty = join(src, 'frontends', 'tty');
  const room = (file: string) => {
    const [folder = '', ...rest] = relative(tty, file).split('/');
    return folder === '..' || rest.length === 0 ? undefined : folder;
  };
  const allowed = (row: string) => ['base', 'protocol', 'words', ...(ttyMayImport[row] ?? [])];
  const wrong = imports
    .map(({ from, to }) => ({ from, to, row: room(from) }))
    .filter(({ to, row }) => isOurs(to) && row !== undefined && room(to) !== row)
    .filter(({ to, row = '' }) => !allowed(row).includes(room(to) ?? layerOf(to)))
    .map(({ from, to }) => `${name(from)} → ${name(to)}`);
  assert.deepEqual(wrong, []);
});

test('there are no import cycles, not even among types', () => {
  const graph = new Map<string, string[]>();
  for (const { from, to } of imports) if (isOurs(to)) graph.set(from, [...(graph.get(from) ?? []), to]);
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) {
      cycles.push([...path.slice(path.indexOf(file)), file].map(name).join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  assert.deepEqual(cycles, []);
});

test(`no source file is longer than ${LONGEST_FILE} lines`, () => {
  const long = files
    .map((file) => ({ file: name(file), lines: (texts.get(file) ?? '').split('\n').length - 1 }))
    .filter(({ lines }) => lines > LONGEST_FILE);
  assert.deepEqual(long, []);
});

test(`no folder holds more than ${MOST_FILES} files, unless it is a table with a file a row`, () => {
  const folders = Map.groupBy(files, (file) => name(dirname(file)));
  const full = [...folders].filter(([folder, held]) => held.length > MOST_FILES && !TABLES.has(folder));
  assert.deepEqual(
    full.map(([folder, held]) => `${folder}: ${held.length}`),
    [],
  );
});

for (const [room, budget] of Object.entries(BUDGETS)) {
  test(`${room === 'offline' ? 'PRV-3 ' : ''}src/${room} has at most ${budget} lines in all`, () => {
    const lines = files
      .filter((file) => name(file).startsWith(`src/${room}/`))
      .map((file) => (texts.get(file) ?? '').split('\n').length - 1);
    const total = lines.reduce((sum, each) => sum + each, 0);
    assert.ok(total > 0 && total <= budget, `${total} lines in src/${room}`);
  });
}

test(`no function is longer than ${LONGEST_FUNCTION} lines, and those that are listed do not grow`, () => {
  const long = files
    .flatMap((file) =>
      functionsIn(texts.get(file) ?? '').map((each) => ({ name: `${name(file)} ${each.name}`, size: each.size })),
    )
    .filter(({ size }) => size > LONGEST_FUNCTION);
  const tooLong = long.filter((each) => each.size > (LONG_FUNCTIONS[each.name]?.lines ?? LONGEST_FUNCTION));
  assert.deepEqual(tooLong, [], 'split these');
  const listed = new Set(long.map((each) => each.name));
  const short = Object.keys(LONG_FUNCTIONS).filter((each) => !listed.has(each));
  assert.deepEqual(short, [], 'no longer long: remove these from test/fixtures/long-functions.ts');
});

test('no function of core and app is on the list of long functions', () => {
  const wrong = Object.keys(LONG_FUNCTIONS).filter((each) => /^src\/(core|app)\//.test(each));
  assert.deepEqual(wrong, []);
});

test(`no interface of core, app, the protocol, the commands and the front ends has more than ${MOST_MEMBERS} members`, () => {
  const wide = files
    .filter((file) => ['core', 'app', 'protocol', 'commands', 'frontends'].includes(layerOf(file)))
    .flatMap((file) => interfacesIn(texts.get(file) ?? '').map((each) => ({ file: name(file), ...each })))
    .filter(({ size }) => size > MOST_MEMBERS);
  assert.deepEqual(
    wide.filter((each) => /^src\/(core|app)\//.test(each.file) || !WIDE.has(each.name)),
    [],
  );
  assert.deepEqual(
    [...WIDE].filter((exception) => wide.every((each) => each.name !== exception)),
    [],
    'exceptions that are no longer needed',
  );
});

test(`no function of core and app has more than ${MOST_PARAMETERS} parameters`, () => {
  const wide = files
    .filter((file) => ['core', 'app'].includes(layerOf(file)))
    .flatMap((file) => parametersIn(texts.get(file) ?? '').map((each) => ({ file: name(file), ...each })))
    .filter(({ size }) => size > MOST_PARAMETERS);
  assert.deepEqual(wide, []);
});

test('functions and interfaces are measured as written', () => {
  const source = [
    "const text = `{ ${a ? `}` : '{'} (`; // {",
    'const pattern = /[/{]\\{"/g;',
    'export function outer<T>(',
    '  { a }: { a: T },',
    '): Promise<{ b: string }> {',
    '  return list.map((each) => {',
    '    return each;',
    '  });',
    '}',
    'interface Wide extends Other {',
    '  first: { deep: string; deeper: string };',
    '  second(): void;',
    '}',
  ].join('\n');
  assert.deepEqual(
    functionsIn(source).map(({ size }) => size),
    [7, 3],
  );
  assert.deepEqual(interfacesIn(source), [{ name: 'Wide', size: 2 }]);
  assert.deepEqual(parametersIn(source), [{ name: 'outer', size: 1 }]);
  assert.deepEqual(typesIn(`${source}\nexport type One<T> = T;\nimport { type Two, three } from 'type Four = 4';`), [
    'Wide',
    'One',
  ]);
});

test('a word of the glossary names at most one type, and no type has a name that fits any', () => {
  const rows = readFileSync(join(project, 'docs', 'glossary.md'), 'utf8').matchAll(/^\| ([a-z ]+) \|/gm);
  const words = [...rows].map(([, word = '']) => word.replace(/(?:^| )[a-z]/g, (first) => first.trim().toUpperCase()));
  assert.ok(words.includes('Look') && words.includes('LiveSession'), words.join(', '));
  const types = files.flatMap((file) => typesIn(texts.get(file) ?? '').map((type) => ({ type, file: name(file) })));
  const several = [...Map.groupBy(types, ({ type }) => type)].filter(([, { length }]) => length > 1);
  assert.deepEqual(
    several
      .filter(([type]) => words.includes(type) && !NAMES_SEVERAL.has(type))
      .map(([type, where]) => `${type}: ${where.map(({ file }) => file).join(', ')}`),
    [],
    'rename all but the one that docs/glossary.md defines',
  );
  assert.deepEqual(
    [...NAMES_SEVERAL].filter((exception) => several.every(([type]) => type !== exception)),
    [],
    'exceptions that are no longer needed',
  );
  assert.deepEqual(
    types.filter(({ type }) => TOO_VAGUE.has(type)),
    [],
  );
});

test('what paths lead through is called a folder', () => {
  const named = files.flatMap((file) =>
    [...withoutText(texts.get(file) ?? '').matchAll(/\b\w*director(?:y|ies)\w*\b/gi)].map(([found]) => ({
      found,
      file: name(file),
    })),
  );
  assert.deepEqual(
    named.filter(({ found, file }) => !file.startsWith(OTHERS_DIRECTORY[found] ?? 'nowhere')),
    [],
  );
  assert.deepEqual(
    Object.keys(OTHERS_DIRECTORY).filter((exception) => named.every(({ found }) => found !== exception)),
    [],
    'exceptions that are no longer needed',
  );
  assert.deepEqual(
    files.map(name).filter((file) => /director(?:y|ies)/i.test(file)),
    [],
  );
});

test('only the tools and the table of modes name a tool', () => {
  const tools = files.filter((file) => layerOf(file) === 'tools');
  const names = tools.flatMap((file) =>
    [...(texts.get(file) ?? '').matchAll(/defineTool(?:<\w+>)?\(\{\s*name: '(\w+)'/g)].map(([, found = '']) => found),
  );
  assert.ok(names.length > 20, names.join(', '));
  const tool = `'(?:${names.join('|')})'`;
  const plain = names.filter((each) => /_|todo/.test(each)); // distinctive words, used for nothing else
  const compared = [
    new RegExp(`\\b(?:tool|toolName|(?:call|tool|message|request)\\.name) (?:===|!==) ${tool}`), // call.name === 'read'
    new RegExp(`\\btools\\b[^;\\n]*\\bname (?:===|!==) ${tool}`), // tools.some(({ name }) => name === 'read')
    new RegExp(`\\btools?\\.(?:get|has)\\([^)\\n]*${tool}`), // tools.get('read')
    new RegExp(`\\[\\s*${tool}(?:,\\s*${tool})+,?\\s*\\]`), // ['task', 'question']
    new RegExp(`\\bconst [A-Z_]+(?:: \\w+)? = ${tool}`), // const SHELL = 'bash'
    new RegExp(`'(?:${names.join('|')})(?:, (?:${names.join('|')}))+'`), // 'edit, write, patch'
    new RegExp(`'(?:${plain.join('|')})'`),
  ];
  const keys = names.filter((each) => plain.includes(each) || ['bash', 'glob', 'grep'].includes(each)); // no word of English
  const key = new RegExp(`[{,]\\s*(?:${keys.join('|')}): `); // { bash: '[bash]' }
  const isKeyed = (file: string) => ['frontends', 'core'].includes(layerOf(file)) && key.test(texts.get(file) ?? '');
  const exempt = (file: string) => ['tools', 'offline'].includes(layerOf(file)) || NAMES_TOOLS.has(name(file));
  const wrong = files.filter(
    (file) => !exempt(file) && (isKeyed(file) || compared.some((each) => each.test(texts.get(file) ?? ''))),
  );
  assert.deepEqual(wrong.map(name), []);
});

test('what policy knows of a program is in its row: no other code compares names of programs', () => {
  const escaped = Object.keys(allPrograms()).map((each) => each.replaceAll(/[.+*?^$()[\]{}|]/g, '\\$&'));
  const program = `(?:${escaped.join('|')})`;
  const compared = [
    new RegExp(`(?:\\b(?:name|program|command|shell|inner)|name\\?\\.value|programName\\(.*\\)) [!=]== '${program}'`), // name === 'git'
    new RegExp(`\\b(?:name|program|via|names)\\b.*\\.(?:has|get|includes|at)\\(.*'${program}'`), // via.includes('find')
    new RegExp(`\\bat\\(-1\\) [!=]== '${program}'`), // via.at(-1) === 'xargs'
    new RegExp(`[|(^]${program}[|)$].*\\.test\\((?:\\w+\\.)?(?:name|program)\\b`), // /^(?:scp|rsync)$/.test(name)
    new RegExp(`\\[\\s*'${program}', [/[{]`), // ['gio', /^trash$/]
    new RegExp(`'${program}(?: ${program}){2,}'`), // 'npm pnpm yarn'
    new RegExp(`\\(\\?:(?:${program}(?:\\\\S\\S*)?\\|){6,}${program}(?:\\\\S\\S*)?\\)`), // /(?:rm|dd|mv|find|chmod|chown|mkfs)/
    /switch \((?:\w+\.)?name\)/,
  ];
  const naming = files
    .filter((file) => layerOf(file) === 'policy' && !name(file).startsWith('src/policy/programs/'))
    .filter((file) => compared.some((each) => each.test(texts.get(file) ?? '')))
    .map(name);
  assert.deepEqual(
    naming.filter((file) => !NAMES_PROGRAMS.has(file)),
    [],
  );
  assert.deepEqual(
    [...NAMES_PROGRAMS].filter((file) => !naming.includes(file)),
    [],
    'no longer exceptions',
  );
});

test('the first line of every module states what it is for', () => {
  const mute = files.filter((file) => !/^(#!.*\n+)?\/\*\*/.test(texts.get(file) ?? ''));
  assert.deepEqual(mute.map(name), []);
});

test('escape codes and raw mode stay in the terminal front end', () => {
  const allowed = (file: string) =>
    name(file).startsWith('src/frontends/tty/') ||
    /^src\/base\/text\/(sanitize|sgr|visible|strip-ansi|key-bytes)\.ts$/.test(name(file));
  const wrong = files.filter((file) => !allowed(file) && /\\x1b|\\u001b|\\033|setRawMode/i.test(texts.get(file) ?? ''));
  assert.deepEqual(wrong.map(name), []);
});

test('only front ends and the entry touch the standard streams', () => {
  const mayWrite = new Set(['frontends', 'subcommands']);
  const wrong = files.filter((file) => !mayWrite.has(layerOf(file)) && name(file) !== 'src/cli.ts');
  const touching = wrong.filter((file) => /process\.(stdout|stderr|stdin)|console\./.test(texts.get(file) ?? ''));
  assert.deepEqual(touching.map(name), []);
});

test('core, policy and context touch neither files nor network nor processes', () => {
  const pure = new Set(['core', 'policy', 'context', 'protocol', 'log', 'transcript']);
  const banned = /^node:(fs|net|http|https|child_process|dns|tls|worker_threads)/;
  const wrong = imports.filter(({ from, to }) => pure.has(layerOf(from)) && banned.test(to));
  const fetching = files.filter(
    (file) => pure.has(layerOf(file)) && /\bfetch\(|process\.(env|cwd)/.test(texts.get(file) ?? ''),
  );
  assert.deepEqual([...wrong.map(({ from, to }) => `${name(from)} → ${to}`), ...fetching.map(name)], []);
});

test('no file imports node:http the slow way', () => {
  const wrong = imports.filter(({ to, typeOnly }) => !typeOnly && /^node:https?$/.test(to));
  assert.deepEqual(
    wrong.map(({ from }) => name(from)),
    [],
  );
});

test(`the entry reaches at most ${STARTUP_FILES} files and no package before it knows what to do`, () => {
  const reached = new Set<string>();
  const packages = new Set<string>();
  const follow = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const { to, typeOnly, dynamic } of imports.filter(({ from }) => from === file)) {
      if (typeOnly || dynamic) continue;
      if (isOurs(to)) follow(to);
      else if (!to.startsWith('node:')) packages.add(to);
    }
  };
  follow(join(src, 'cli.ts'));
  assert.deepEqual([...packages], []);
  assert.ok(reached.size <= STARTUP_FILES, [...reached].map(name).join(', '));
});

test('every tool and command file is in its table', () => {
  for (const table of ['tools/registry.ts', 'commands/rows.ts']) {
    const registry = join(src, table);
    const folder = layerOf(registry);
    const listed = new Set(imports.filter(({ from }) => from === registry).map(({ to }) => to));
    const defining = files.filter(
      (file) => layerOf(file) === folder && /\bdefine(Tool|Command)\(/.test(texts.get(file) ?? ''),
    );
    assert.deepEqual(defining.filter((file) => !listed.has(file)).map(name), [], `not in ${name(registry)}`);
  }
});

test('packages are imported only by their layers, and only those in package.json', () => {
  const {
    dependencies = {},
    devDependencies = {},
    optionalDependencies = {},
  } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Record<string, Record<string, string>>;
  const known = new Set(Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }));
  const wrong = imports
    .filter(({ to }) => !isOurs(to) && !to.startsWith('node:'))
    .filter(
      ({ to }) =>
        !known.has(
          to
            .split('/')
            .slice(0, to.startsWith('@') ? 2 : 1)
            .join('/'),
        ),
    )
    .map(({ from, to }) => `${name(from)} → ${to}`);
  assert.deepEqual(wrong, []);
});

function importsOf(file: string, text: string): Import[] {
  const found: Import[] = [];
  const add = (specifier: string, typeOnly: boolean, dynamic: boolean) => {
    const to = specifier.startsWith('.') ? resolve(dirname(file), specifier) : specifier;
    found.push({ from: file, to, typeOnly, dynamic });
  };
  for (const [, type, specifier] of text.matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/gm,
  )) {
    add(specifier ?? '', type !== undefined, false);
  }
  for (const [, specifier] of text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)) add(specifier ?? '', false, true);
  return found;
}

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else yield path;
  }
}

function isOurs(path: string): boolean {
  return path.startsWith(src);
}

function layerOf(file: string): string {
  const [folder = '', ...rest] = relative(src, file).split('/');
  return rest.length === 0 ? 'root' : folder;
}

function name(file: string): string {
  return relative(project, file);
}
