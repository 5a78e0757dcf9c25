/** Lists a folder, finds files by name and searches their text. */

import { cutShort } from '../../base/text/truncate.ts';
import { bullets, code } from '../markdown.ts';
import { literally } from '../patterns.ts';
import { filesFound, folderEntries, matchesFound, moreMark } from '../results.ts';
import { done, type Scene, type Script, use } from '../script.ts';

const SHOWN = 40;
const SHOWN_LINE = 120;

export function* listFolder(path: string | undefined, scene: Scene): Script {
  const { words } = scene;
  const outcome = yield* use({ tool: 'list', args: path === undefined ? {} : { path } }, scene);
  if ('isDone' in outcome) return outcome;
  const where = path === undefined ? words.thisFolder : code(path);
  const entries = folderEntries(outcome);
  if (entries.length === 0) return done(words.isEmpty(where));
  const folders = entries.filter((name) => name.endsWith('/')).length;
  const head = words.folderHas(where, folders, entries.length - folders, moreMark(outcome));
  return done(`${head}\n\n${bullets(entries.map(code), SHOWN, words.andMore)}`);
}

export function* findFiles(pattern: string, path: string | undefined, scene: Scene): Script {
  const { words } = scene;
  const outcome = yield* use({ tool: 'glob', args: path === undefined ? { pattern } : { pattern, path } }, scene);
  if ('isDone' in outcome) return outcome;
  const files = filesFound(outcome);
  const where = path === undefined ? words.thisProject : code(path);
  if (files.length === 0) return done(words.noFile(code(pattern), where));
  const head = words.filesMatch(code(pattern), where, `${files.length}${moreMark(outcome)}`);
  return done(`${head}\n\n${bullets(files.map(code), SHOWN, words.andMore)}`);
}

type Wanted = 'mentions' | 'definition';

export function* searchText(wanted: Wanted, text: string, path: string | undefined, scene: Scene): Script {
  const { words } = scene;
  const pattern = wanted === 'definition' ? definitionOf(literally(text)) : literally(text);
  const outcome = yield* use({ tool: 'grep', args: path === undefined ? { pattern } : { pattern, path } }, scene);
  if ('isDone' in outcome) return outcome;
  const rows = matchesFound(outcome).map(({ file, line, text }) => {
    const shown = text.trim();
    return `${code(`${file}:${line}`)} ${code(cutShort(shown, SHOWN_LINE))}`;
  });
  const where = path === undefined ? words.thisProject : code(path);
  if (rows.length > 0) {
    const number = `${rows.length}${moreMark(outcome)}`;
    const head = wanted === 'definition' ? words.definedIn(code(text)) : words.linesWith(code(text), where, number);
    return done(`${head}\n\n${bullets(rows, SHOWN, words.andMore)}`);
  }
  if (wanted === 'mentions') return done(words.notIn(code(text), where));
  const mentions = yield* searchText('mentions', text, path, scene);
  return { ...mentions, text: `${words.noDefinition(code(text))}\n\n${mentions.text}` };
}

/** What a definition looks like in common languages. */
function definitionOf(name: string): string {
  const words = 'function|class|interface|type|enum|const|let|var|def|func|fn|struct|trait';
  return `\\b(${words})\\*? +(\\(.*\\) )?${name}\\b|\\b${name} *[:=] *(async )?(function|\\()`;
}
