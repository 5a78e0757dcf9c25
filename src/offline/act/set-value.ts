/** Sets a value by its key, as configuration and constants have it: `"key": …`, `key: …`, `KEY=…`. */

import { replaceLines } from '../block.ts';
import type { Intent } from '../intent.ts';
import { bullets, code, extensionOf } from '../markdown.ts';
import { matchesFound } from '../results.ts';
import { done, type Scene, type Script, stuck } from '../scene.ts';
import { toPattern } from './look.ts';
import { isReport, type Opened, openFile } from './open.ts';
import { replaceText } from './replace.ts';
import { cannotChange, trouble } from './trouble.ts';

type SetValue = Extract<Intent, { kind: 'set-value' }>;

export function* setValue({ key, value, path }: SetValue, scene: Scene): Script {
  const { say } = scene;
  const opened = yield* openFile(path ?? scene.lastFile() ?? (yield* onlyFileWith(key, scene)), scene);
  if (isReport(opened)) return opened;
  const name = code(opened.path);
  const places = assignments(key, opened);
  const [place, ...others] = places;
  if (!place) {
    if (opened.content.includes(key))
      return yield* replaceText(
        { kind: 'replace', from: key, to: value, words: false, path: opened.path, scope: 'file' },
        scene,
      );
    return stuck(
      say(`${code(key)} is not in ${name}, so nothing was changed.`, `${name} 里没有 ${code(key)}，未做任何修改。`),
    );
  }
  if (others.length > 0) {
    const rows = bullets(places.map(({ line, text }) => `${code(`${opened.path}:${line}`)} ${code(text.trim())}`));
    return stuck(
      say(
        `${code(key)} is set in several places. Say which with \`replace … with … in ${opened.path}\`:\n\n${rows}`,
        `${code(key)} 有多处。请用“把 ${opened.path} 里的 … 改成 …”指明：\n\n${rows}`,
      ),
    );
  }
  const { line, text, old, start } = place;
  const fresh = asWritten(old, value, extensionOf(opened.path));
  const was = say(
    `${code(key)} in ${name} from ${code(old)} to ${code(fresh)}`,
    `${name} 的 ${code(key)}：${code(old)} → ${code(fresh)}`,
  );
  if (!scene.can('edit')) return cannotChange(say(`1. Set ${was}.`, `1. 修改 ${was}。`), scene);
  const changed = text.slice(0, start) + fresh + text.slice(start + old.length);
  const { before, after } = replaceLines(opened.content, line, line, [changed]);
  const outcome = yield {
    tool: 'edit',
    args: { path: opened.path, old_string: before, new_string: after },
    thinking: say(`Line ${line} sets ${key}.`, `第 ${line} 行设置了 ${key}。`),
  };
  if (outcome.status !== 'ok') return trouble(outcome, 'edit', say(`changing ${name}`, `修改 ${name}`), scene);
  return done(
    say(`Set ${was} (line ${line}). \`/undo\` takes it back.`, `已修改 ${was}（第 ${line} 行）。\`/undo\` 可以撤销。`),
  );
}

/** Where no file was named or spoken of: the only one that has the key. */
function* onlyFileWith(key: string, { say, can }: Scene): Script<string | undefined> {
  if (!can('grep')) return undefined;
  const thinking = say(`Which file sets ${key}?`, `哪个文件设置了 ${key}？`);
  const found = yield { tool: 'grep', args: { pattern: `\\b${toPattern(key)}\\b["']?\\s*[:=]` }, thinking };
  const files = new Set(matchesFound(found).map(({ file }) => file));
  return files.size === 1 ? [...files][0] : undefined;
}

interface Place {
  line: number;
  text: string;
  /** The value as it stands, and where it starts in the line. */
  old: string;
  start: number;
}

function assignments(key: string, { content, first }: Opened): Place[] {
  const pattern = new RegExp(
    `(?<![\\w.$-])(["']?)${toPattern(key)}\\1(?:\\s*:\\s*\\w+(?=\\s*=))?\\s*[:=]\\s*(?<old>"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'|[^\\s,;{}[\\]#=>][^\\s,;{}\\]#]*)`,
  );
  return content.split('\n').flatMap((text, index) => {
    const found = pattern.exec(text);
    const old = found?.groups?.old;
    if (!found || old === undefined) return [];
    return [{ line: first + index, text, old, start: found.index + found[0].length - old.length }];
  });
}

/** In the quotes that were there; where JSON had none, a text gets them. */
function asWritten(old: string, value: string, extension: string): string {
  const bare = value.trim().replace(/^(["'])(.*)\1$/, '$2');
  const quote = /^["']/.exec(old)?.[0];
  if (quote === "'") return `'${bare.replaceAll("'", "\\'")}'`;
  if (quote === '"') return JSON.stringify(bare);
  const isPlain = /^(?:-?\d+(?:\.\d+)?|true|false|null)$/.test(bare);
  return extension === 'json' && !isPlain ? JSON.stringify(bare) : bare;
}
