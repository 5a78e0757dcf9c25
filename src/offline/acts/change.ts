/** Creates files and replaces text in them. */

import { own } from '../../base/own.ts';
import { shellQuote } from '../../base/text/shell-quote.ts';
import { code, extensionOf, fence, linesOf } from '../markdown.ts';
import { numberField } from '../results.ts';
import { done, type Scene, type Script, stuck, trouble, use } from '../script.ts';
import { openFile } from './read.ts';

const SHOWN = 30;

/** `content` is the text to write; `about` only describes it and is never written. */
export function* createFile(path: string, content = '', about: string | undefined, scene: Scene): Script {
  const { words } = scene;
  if (content === '' && about !== undefined) return stuck(words.cannotWrite(about, path));
  if (!scene.can('write')) return stuck(words.cannotChange);
  // The tool may overwrite a file of this session; it refuses any other file that exists.
  if (scene.touched().includes(path) && (yield* isThere(path))) return stuck(words.exists(code(path)));
  const text = content === '' || content.endsWith('\n') ? content : `${content}\n`;
  const ask = { tool: 'write', args: { path, content: text } };
  const outcome = yield ask;
  if (outcome.status === 'failed' && (yield* isThere(path))) return stuck(words.exists(code(path)));
  if (outcome.status !== 'ok') return trouble(ask, outcome, scene);
  const lines = linesOf(text).length;
  const shown = lines > 0 && lines <= SHOWN ? `\n\n${fence(text, extensionOf(path))}` : '';
  return done(words.created(code(path), lines) + shown);
}

function* isThere(path: string): Script<boolean> {
  return (yield { tool: 'read', args: { path, limit: 1 } }).status === 'ok';
}

/** The one program that rules can write; `undefined` for a language they do not know. */
export function programThatPrints(said: string, path: string): string | undefined {
  const text = JSON.stringify(said);
  const log = ['console', 'log'].join('.'); // split, because no code in this folder may print on its own
  const programs: Readonly<Record<string, string>> = {
    py: `print(${text})`,
    js: `${log}(${text});`,
    mjs: `${log}(${text});`,
    ts: `${log}(${text});`,
    sh: `#!/bin/sh\nprintf '%s\\n' ${shellQuote(said)}`,
  };
  return own(programs, extensionOf(path));
}

export function* replaceText(from: string, to: string, asked: string, scene: Scene): Script {
  const { words } = scene;
  const file = yield* openFile(asked, scene);
  if ('isDone' in file) return file;
  const { path, lines, hasMore, note } = file;
  const name = code(path);
  const unchanged = (why: string) => stuck(`${why.trim()} ${words.nothingChanged}`);
  if (note !== '') return unchanged(note);
  if (!hasMore && !lines.join('\n').includes(from)) return unchanged(words.notIn(code(from), name));
  if (isKey(from, path, lines)) return unchanged(words.isKey(code(from), name));
  if (!scene.can('edit')) return stuck(words.cannotChange);
  const args = { path, old_string: from, new_string: to, replace_all: true };
  const outcome = yield* use({ tool: 'edit', args }, scene);
  if ('isDone' in outcome) return outcome;
  return done(words.replaced(code(from), code(to), name, numberField(outcome.result, 'replacements') ?? 1));
}

/** "Change version to 2 in package.json" means the value; replacing the word would destroy the key. */
function isKey(text: string, path: string, lines: readonly string[]): boolean {
  const isSettings = /^(?:jsonc?|ya?ml|toml|ini|env)$/.test(extensionOf(path));
  return isSettings && lines.some((line) => /^[^:=]*(?=[:=])/.exec(line)?.[0].trim().replace(/^"|"$/g, '') === text);
}
