/** Finds paths in a command's output and in its code, and what is to be done with them. */

import { resolve } from 'node:path';
import { expandHome } from '../../../base/files/paths.ts';

const MAX_PATHS = 60;
const MAX_TOLD = 200_000;
/** A network address, not a path. */
const WEB = /\b(?!file:|unix:|sqlite)[a-z][a-z0-9+.-]{0,20}:\/\/(?!\/)[^\s"'`]{0,500}/gi;

/** Absolute paths, paths in the home folder, and relative paths that are quoted or begin with a dot. */
export function pathsIn(line: string, cwd: string, home: string): string[] {
  const words = line
    .slice(0, 2000)
    .replace(WEB, '')
    .matchAll(/(?<!\w)["'‘“`]([^"'’”`]{1,500})["'’”`]|(?<![\w.@~-])((?:~|\.{0,2}\/|\.git)[^\s"'`:,()]{1,500})/g);
  const paths = [...words].flatMap(({ 0: whole, 1: quoted, 2: plain, index, input }) => {
    if (plain !== undefined && /^:\d/.test(input.slice(index + whole.length))) return []; // a location in source code
    const word = (quoted ?? plain ?? '').replace(/^(?:file|unix):\/\//, '').replace(/[.:,]+$/, '');
    if (word === '' || /[\n\0]/.test(word)) return [];
    return [absolute(word, cwd, home)];
  });
  return [...new Set(paths)].slice(0, MAX_PATHS);
}

/** `os.homedir() + "/x"`, `Path.home() / "x"` and similar forms. */
const HOME_IN_CODE =
  /(?:homedir\(\)|process\.env\.HOME|Path\.home\(\)|Dir\.home|ENV\[["']HOME["']\]|environ\[["']HOME["']\]|getenv\(["']HOME["']\)|Getenv\(["']HOME["']\)|getProperty\(["']user\.home["']\)) ?[+,/] ?["']\/?/g;

/** Every word of a command or script, code included, that leads out of its folder. */
export function namedBy(told: string, cwd: string, home: string): string[] {
  const words =
    told
      .slice(0, MAX_TOLD)
      .replace(WEB, '')
      .replace(/\$(?:HOME\b|\{HOME\}|ENV\{HOME\})/g, home)
      .replace(HOME_IN_CODE, `"${home}/`)
      .match(
        /(?<![^\s=('"`:>,[@])(?:file:\/\/|unix:(?:\/\/)?)?(?:~|\.\.(?=\/)|(?=\/))[^\s"'`;|&()<>{}$*?,\]\\]{0,300}/g,
      ) ?? [];
  const paths = words
    .map((word) => word.replace(/^(?:file:\/\/|unix:(?:\/\/)?)/, '').replace(/[.:]+$/, ''))
    .filter((word) => word.length > 1)
    .map((word) => absolute(word, cwd, home));
  return [...new Set(paths)].slice(0, MAX_PATHS);
}

function absolute(word: string, cwd: string, home: string): string {
  return resolve(cwd, expandHome(word, home));
}

/** Paths in `test -f PATH` and similar forms. */
export function testedIn(line: string, cwd: string, home: string): { flag: string; path: string }[] {
  const tests = line.slice(0, 4000).matchAll(/(?:\btest|\[\[?) -([defrswxSL]) ["']?([~/.][^\s"'\];&|]{1,300})/g);
  return [...tests].map(([, flag = '', word = '']) => ({ flag, path: absolute(word, cwd, home) }));
}

/** Redirections and settings that hide errors. */
const KEEPS_QUIET = /2> ?\/dev\/null|2>&-|&> ?\/dev\/null|> ?\/dev\/null 2>&1|\bset \+e\b/;
const CATCHES =
  /\bexcept\b|\bcatch\b|\brescue\b|\bor (?:exit|die|do)\b|\|\| ?(?:exit|die|process\.exit|sys\.exit)|\bif err\b|is_err\(\)|if ?\(!|===? ?false|=== ?null|\bunless\b|\bif not\b|\bif ?\(e\w{0,6}\)|< ?0\b|capture_output|DEVNULL|\bif ! |\beval\b|\bpcall\b|@\w+\(|\bok\b|\breturn (?:1|False)\b/;
/** Text before a path that is to be created or written. */
const MAKES_BEFORE =
  /(?:>{1,2}\|?|&>) ?["']?$|(?:\s-[oO]|\s--?(?:out|keyout|prefix|dest|log)[\w-]{0,20}|\bof)[= ]?["']?$|\b(?:tar["', ]{1,4}-?\w{0,4}c\w{0,4}f|zip|7z a)["', ]{1,4}$|\b(?:touch|mkdir|tee|truncate|mktemp)\b[^;|&\n]{0,200}$/;
/** Text before the last word of a command, which is the destination. */
const GOES_BEFORE = /\b(?:cp|mv|install|ln|rsync|scp|git clone)\b[^;|&\n]{0,200}$/;
/** Text right before a folder into which something is put. */
const TAKES_BEFORE = /\bgit (?:-\S+ )*(?:init|push)(?: -\S+)* $|\btar\b[^;|&\n]{0,100} -C $/;
/** Text before an existing path that is to be changed. */
const CHANGES_BEFORE = /\b(?:rm|rmdir|unlink|chmod|mv)\b[^;|&\n]{0,200}$/;
const CODE_BEFORE =
  /(?:write|open_out|mkdir|makedirs|make_?path|mkpath|touch|creat|save|dump|append|copy|rename|symlink|unlink|delete|remove|rmtree|put_contents|Writer|OutputStream)\w*[^;\n]{0,80}$|["']>{1,2}["'],? ?["']?$/i;
const CODE_AFTER =
  /^["'`]\)?(?: ?, ?(?:(?:mode ?= ?)?["'](?:[wax]|r\+)|O_(?:RDWR|WRONLY|CREAT))|\.(?:write|mkdir|touch|unlink|open\(["'][wax]))/;

const SQL_WRITES = /\b(?:insert into|update \w+ set|delete from|(?:create|alter|drop) table|vacuum)\b/i;
const OPENS_BEFORE = /\bf?open\b[^;\n]{0,60}$/i;
const OPENED_AFTER = /^["'`]?[^;\n]{0,60}?[, ] ?(?:mode ?= ?)?["']?(?:[wax]b?t?\+?|r\+)["']?[\s,)\]}]/;

/** True if the command, or code it names, writes to the path; with `isThere`, changing or removing it counts too. */
export function isWrittenIn(told: string, path: string, isThere: boolean): boolean {
  for (let at = told.indexOf(path); at >= 0; at = told.indexOf(path, at + 1)) {
    const before = told.slice(Math.max(0, at - 220), at);
    const rest = told.slice(at + path.length, at + path.length + 80);
    const after = rest.replace(/^[^\s"'`]*/, '');
    const isLast = /^["']?\s*(?:$|[;|&\n)}]|\d?>)/.test(after);
    if (MAKES_BEFORE.test(before) || CODE_BEFORE.test(before) || CODE_AFTER.test(after)) return true;
    if (/connect\w*\(["'`]?$/.test(before) && SQL_WRITES.test(told)) return true;
    if (isKeptAndWritten(before, told) || (OPENS_BEFORE.test(before) && OPENED_AFTER.test(after))) return true;
    if ((isThere && TAKES_BEFORE.test(before)) || (/\bfind $/.test(before) && /\s-delete\b/.test(rest))) return true;
    if ((isLast && GOES_BEFORE.test(before)) || (isThere && CHANGES_BEFORE.test(before))) return true;
  }
  return false;
}

/** True if the path is to be removed: a missing file cannot be removed outside either. */
export function isRemovedIn(told: string, path: string): boolean {
  const at = told.indexOf(path);
  return (
    at >= 0 &&
    /(?<!-)(?:remov|unlink|rmtree|rmdir|delet|\brm\b)\w*[^;\n]{0,40}$/i.test(told.slice(Math.max(0, at - 80), at))
  );
}

/** True for `p = "/srv/x"` followed by `open(p, "w")` or `p.mkdir()`. */
function isKeptAndWritten(before: string, told: string): boolean {
  const name = /\b([a-z_]\w{0,40}) ?:?= ?(?:new )?[\w.]{0,40}\(?["'`]$/i.exec(before)?.[1];
  if (name === undefined) return false;
  return ['open', 'write', 'mkdir', 'creat', 'save'].some((verb) =>
    new RegExp(
      `\\b\\w{0,20}${verb}\\w{0,20}\\(${name} ?(?:,|\\)) ?(?:["'][wax]|${verb === 'open' ? 'O_W' : ''})|\\b${name}\\.\\w{0,10}${verb === 'open' ? 'mkdirs' : verb}`,
      'i',
    ).test(told),
  );
}

/** True if errors are not reported in the system's words. */
export function keepsQuiet(told: string): boolean {
  return CATCHES.test(told) || KEEPS_QUIET.test(told);
}

const GIVEN = /\$\{?[1-9@]|\b\w{1,10}\[[1-9]\]|\bargv\b|\bARGV\b|\bargs\b/;
export const WRITES =
  /write|mkdir|makedirs|touch|\bcp\b|\bmv\b|\binstall\b|\btee\b|>{1,2} ?["']?\$|,\s?["'][wax]b?\+?["']|save|dump|creat|unlink|\brm\b/i;

/** True if the script writes to a path it is given, and the line gives it this one. */
export function isGivenTo(told: string, line: string, path: string): boolean {
  const script = told.slice(line.length);
  return line.includes(path) && GIVEN.test(script) && WRITES.test(script);
}

/** Files to which the line redirects errors. */
export function errorFilesIn(line: string): string[] {
  const named = [...bareOf(line).matchAll(/(?:2|&)>{1,2} ?([\w./-]{1,200})/g)].map(([, file = '']) => file);
  const both = [...bareOf(line).matchAll(/> ?([\w./-]{1,200}) 2>&1/g)].map(([, file = '']) => file);
  return [...named, ...both].filter((file) => file !== '/dev/null');
}

/** Paths that the code checks for write access. */
export function askedToWriteIn(told: string): string[] {
  const asks = told
    .slice(0, MAX_TOLD)
    .matchAll(/(?:access(?:Sync)?\(|is_writable\(|writable\?\(?|-w )\s?["']([~/][^"'\n]{1,300})["'](.{0,40})/g);
  return [...asks].filter(([all]) => !/access/.test(all) || /W_OK/.test(all)).map(([, path = '']) => path);
}

export function isCaught(told: string): boolean {
  return CATCHES.test(told);
}

/** The line without quoted parts. */
export function bareOf(line: string): string {
  return line.replace(/'[^']*'|"(?:[^"\\]|\\.)*"/g, '""');
}

/** Programs that print text from elsewhere. */
const PRINTS =
  /^(?:cat|head|tail|less|more|grep|egrep|rg|awk|sed|cut|sort|uniq|wc|tr|jq|nl|tac|zcat|xxd|od|strings|base64|diff|git (?:-\S+ )*(?:log|show|diff|grep|blame)|echo|printf|exit|false|true|test|\[+|cd|!)(?:\s|$)/;

/** If every part of the line only prints, the programs whose own messages may appear; `undefined` if another part does more. */
export function printersIn(line: string): string[] | undefined {
  const parts = bareOf(line)
    .split(/&&|\|\|?|;|\n|[{}()]/)
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.length > 0 && parts.every((part) => PRINTS.test(part))
    ? parts.map((part) => part.split(/\s/, 1)[0] ?? '')
    : undefined;
}

/** The last part of the line, whose exit code is that of the whole line. */
export function lastOf(line: string): string {
  const parts = bareOf(line)
    .replace(/;\s*exit \S+\s*$/, '')
    .split(/;|\n|&&/);
  return (
    parts
      .map((part) => part.trim())
      .filter(Boolean)
      .at(-1) ?? ''
  );
}

/** True if only one part of the line can fail, so that no earlier part can have stopped it. */
export function isOneCommand(line: string): boolean {
  const bare = bareOf(line).replace(/\d?>&\d|&>/g, '');
  const parts = bare
    .replace(/\|\s*(?:tail|head|tee|cat)\b[^;&|]*/g, '') // they pass on the output of others
    .replace(/\|\|\s*(?:exit(?: \d+)?|false|return \d+|\{[^{}]*\}|\([^()]*\)|echo [^;&|]*)/g, '')
    .split(/&&|\|\|?|;|\n/)
    .map((part) => part.trim())
    .filter(
      (part) =>
        part !== '' &&
        !/^(?:cd|export|set|exit|true|:|echo|printf|gcc|cc|g\+\+|clang|rustc|javac|chmod \+x)\b|^\w+=\S*$/.test(part),
    );
  return parts.length <= 1;
}
