import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LANGUAGES, type Language } from '../../src/base/language.ts';
import { commandRows } from '../../src/commands/rows.ts';
import { en } from '../../src/words/en.ts';
import { loadWords } from '../../src/words/words.ts';
import { zhCn } from '../../src/words/zh-cn.ts';

const CHINESE = /[\u4e00-\u9fff]/;

/** The words of single commands and subcommands, which are in their files. */
const own = await wordsOfCommands();
const beside = await wordsOfSubcommands();
const english = { ...en, ...own.en, ...beside.en };
const chinese = { ...zhCn, ...own['zh-CN'], ...beside['zh-CN'] };

/** Fixed tags and phrases, and figures with a unit, which contain nothing to translate. */
const SAME_IN_BOTH = new Set([
  'commands.language',
  'commands.question',
  'screen.language',
  'screen.tokens',
  'screen.question',
  'screen.recommended',
  'screen.interrupted',
  'screen.cancelledBy',
  'screen.cancelledWhat',
  'screen.terminalTitle',
  'turn.tokens',
]);

test('CLI-1 a language is loaded by its name', async () => {
  assert.equal(await loadWords('en'), en);
  assert.equal(await loadWords('zh-CN'), zhCn);
});

test('CLI-1 both languages have the same words, with the same parameters', () => {
  assert.deepEqual([...leaves(chinese)].map(shapeOf), [...leaves(english)].map(shapeOf));
});

test('CLI-1 every Chinese sentence is Chinese and complete', () => {
  const inEnglish = new Map(leaves(english));
  const wrong = [...leaves(chinese)].filter(([path, leaf]) => {
    const text = spoken(leaf);
    if (text === '' || text.includes('undefined')) return true;
    if (SAME_IN_BOTH.has(path)) return CHINESE.test(text);
    const isOnlyMarks = !/\p{L}/u.test(spoken(inEnglish.get(path))); // such as a list, or "place: what"
    return !isOnlyMarks && !CHINESE.test(text);
  });
  assert.deepEqual(
    wrong.map(([path, leaf]) => `${path}: ${spoken(leaf)}`),
    [],
  );
});

test('CLI-1 Chinese has its own punctuation, and addresses the person politely', () => {
  const halfWidth = /[\u4e00-\u9fff][,;:?!()]|[,;:?!()][\u4e00-\u9fff]|[\u4e00-\u9fff]\.(?!\w)/;
  /** What is typed as it is: `!command`, and a header in quotes. */
  const typed = /"[^"]*"|^!/g;
  const wrong = [...leaves(chinese)].filter(([, leaf]) => {
    const text = spoken(leaf).replaceAll(typed, '');
    return halfWidth.test(text) || text.includes('你');
  });
  assert.deepEqual(
    wrong.map(([path, leaf]) => `${path}: ${spoken(leaf)}`),
    [],
  );
});

test('no English sentence has Chinese in it', () => {
  const wrong = [...leaves(english)].filter(([, leaf]) => CHINESE.test(spoken(leaf)));
  assert.deepEqual(
    wrong.map(([path]) => path),
    [],
  );
});

test('every word is used somewhere', () => {
  const sources = [...sourcesOutsideWords()].join('\n');
  const names = new Set([...leaves(en)].map(([path]) => path.split('.')[1] ?? ''));
  const unused = [...names].filter((name) => !new RegExp(`\\b${name}\\b`).test(sources));
  assert.deepEqual(unused, []);
});

test('a command uses all its words, and none of them hides a shared one', async () => {
  const wrong: string[] = [];
  for (const [command, words] of Object.entries(own.en)) {
    const source = readFileSync(new URL(`../../src/commands/${command.slice(1)}.ts`, import.meta.url), 'utf8');
    const names = Object.keys(words);
    wrong.push(...names.filter((name) => name in en.commands).map((name) => `${command}.${name} is a shared word`));
    const unused = names.filter((name) => !new RegExp(`\\bsay\\.${name}\\b`).test(source));
    wrong.push(...unused.map((name) => `${command}.${name} is not used`));
  }
  assert.ok(Object.keys(own.en).length > 20);
  assert.deepEqual(wrong, []);
});

test('a subcommand uses all its words', () => {
  const wrong = Object.entries(beside.en).flatMap(([file, words]) => {
    const sources = globSync(`${file.split('/').slice(0, -1).join('/')}{,/**/}*.ts`).map((each) =>
      readFileSync(each, 'utf8'),
    );
    const isUsed = (name: string) => new RegExp(`\\bsay\\.${name}\\b|['(]${name}'`).test(sources.join('\n'));
    return Object.keys(words).flatMap((name) => (isUsed(name) ? [] : [`${file}: ${name}`]));
  });
  assert.ok(Object.keys(beside.en).length > 0);
  assert.deepEqual(wrong, []);
});

test('ESC-1 QST-1 fixed phrases are the same in both languages', () => {
  for (const { screen } of [en, zhCn]) {
    assert.equal(screen.cancelledBy, 'Cancelled by ESC');
    assert.equal(
      screen.cancelledWhat,
      'Stopped model stream and tool execution; todo state remains unchanged unless a tool had already completed.',
    );
    assert.equal(screen.question(1, 3), '[Question 1/3]');
    assert.equal(screen.question(1, 1), '[Question]');
    assert.equal(screen.interrupted, '[interrupted]');
  }
});

async function wordsOfCommands(): Promise<Record<Language, Record<string, object>>> {
  const found: Record<Language, Record<string, object>> = { en: {}, 'zh-CN': {} };
  for (const { load } of commandRows()) {
    const { name = '', words } = (await load?.())?.default ?? {};
    if (words) for (const language of LANGUAGES) found[language][`/${name}`] = words[language];
  }
  return found;
}

/** By file; a module exports its words under any name. */
async function wordsOfSubcommands(): Promise<Record<Language, Record<string, object>>> {
  const found: Record<Language, Record<string, object>> = { en: {}, 'zh-CN': {} };
  for (const file of globSync('src/{subcommands,frontends}/**/*.ts')) {
    if (!readFileSync(file, 'utf8').includes(' defineWords({')) continue;
    const exported = Object.values((await import(`../../${file}`)) as object) as unknown[];
    const words = exported.find((each) => typeof each === 'object' && each !== null && 'zh-CN' in each);
    assert.ok(words, `${file} exports its words`);
    for (const language of LANGUAGES) found[language][file] = (words as Record<Language, object>)[language];
  }
  return found;
}

/** Every word with its dotted path. */
function* leaves(value: unknown, path = ''): Generator<readonly [path: string, leaf: unknown]> {
  if (typeof value !== 'object' || value === null) return yield [path, value];
  for (const [key, inner] of Object.entries(value)) yield* leaves(inner, path === '' ? key : `${path}.${key}`);
}

function shapeOf([path, leaf]: readonly [string, unknown]): string {
  return typeof leaf === 'function' ? `${path}(${leaf.length})` : `${path}: ${typeof leaf}`;
}

/** The text of a word; functions get a 7 for every parameter. */
function spoken(leaf: unknown): string {
  if (typeof leaf === 'string') return leaf;
  if (typeof leaf !== 'function') return '';
  const said: unknown = Reflect.apply(leaf, undefined, Array(leaf.length).fill(ANYTHING));
  return String(said);
}

/** Acts as a text, a number and a list. */
const ANYTHING = Object.assign(['7'], { replace: () => '7', toString: () => '7', valueOf: () => 7 });

/** The words themselves; other files of their folder use them. */
const CATALOGUES = new Set(['en', 'zh-cn', 'en.ts', 'zh-cn.ts']);

function* sourcesOutsideWords(folder = new URL('../../src/', import.meta.url)): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const url = new URL(entry.isDirectory() ? `${entry.name}/` : entry.name, folder);
    if (CATALOGUES.has(entry.name)) continue;
    if (entry.isDirectory()) yield* sourcesOutsideWords(url);
    else yield readFileSync(url, 'utf8');
  }
}
