/** Explains failures that print nothing but the command's own text: by what the command tests, and by where its code gave up. */

import { dirname, resolve } from 'node:path';
import type { Blocked } from '../../../protocol/sandbox.ts';
import { isPlacedIn, reasonsIn } from './ends.ts';
import type { Outside } from './facts.ts';
import { innerCommandsOf } from './inner-commands.ts';
import { type Case, isReadOnlyInside, isWritableOutside, judge } from './judge.ts';
import { keptIn, withKept } from './names.ts';
import {
  askedToWriteIn,
  isGivenTo,
  isOneCommand,
  isWrittenIn,
  keepsQuiet,
  namedBy,
  testedIn,
  WRITES,
} from './paths.ts';
import { hasOtherCause, isVague, NOT_FOUND, saysCause } from './words.ts';

const MAX_SPOKEN = 40;
const MAKES_FOLDERS =
  /mkdir -\w*p|makedirs|MkdirAll|recursive|parents ?= ?True|mkdir_p|make_?path|mkpath|install -\w*[dD]|createDirectories|create_dir_all|\brsync\b/;
/** Commands that, given everything they need, can only fail because of the place they write to. */
const PLAIN =
  /^(?:cp|mv|install|mkdir|touch|tee|ln|rm|rmdir|dd|truncate|rsync|chmod|mktemp|mkfifo|tar|git (?:clone|init|push \S*\/\S* HEAD|push -q \S*\/\S* HEAD)|find\b.*-delete)\b/;
const CODE = /^(?:python\d?|node|perl|ruby|php|lua|tclsh|java|\.\/\w+)\b/;
/** Redirections and pipes that may hide errors. */
const HIDES = /[2&]>|>&|\|\s*\w/;
/** Programs that run several others, any of which may have failed. */
const RUNS_OTHERS = /\b(?:make|npm|yarn|pnpm|source)\b|\b(?:ba|da|z)?sh (?!-\w*c)|\.sh\b/;

/** What a silent `test -w PATH` or similar test looked for, if it would succeed outside. */
export function untestable({ isSilent, told, failed, layout, outside }: Case): Blocked[] {
  const { line = '', cwd } = failed;
  const first = line.split('&&', 1)[0] ?? '';
  const isFirst = failed.exitCode === 1 && /^\s*(?:test|\[)/.test(first); // nothing runs after a failed test
  if (!isSilent || (!isOneCommand(line) && !isFirst)) return [];
  const asked = askedToWriteIn(told).flatMap((word) => namedBy(word, cwd, layout.home));
  const agent = failed.agentAt?.('ssh-agent') ?? '';
  const tests = [
    ...testedIn((isFirst ? first : line).replace(/\$\{?SSH_AUTH_SOCK\}?/g, agent), cwd, layout.home),
    ...asked.map((path) => ({ flag: 'w', path })),
  ];
  return tests.flatMap(({ flag, path }): Blocked[] => {
    const real = outside.real?.(path) ?? path;
    if (flag === 'w')
      return isReadOnlyInside(real, failed, layout) && outside.exists(real) && outside.isWritable(real)
        ? [{ kind: 'write', what: path }]
        : [];
    const blocked = judge(path, failed.deniesReads ? 'EACCES' : 'ENOENT', { failed, layout, outside });
    return blocked && blocked.kind !== 'write' && outside.exists(real) ? [blocked] : [];
  });
}

/** What was blocked if only the command's own text was printed: its code could not do what it wanted and did not report why. */
export function unsaid(at: Case): Blocked[] {
  const { isSilent, spoken, said, failed, layout } = at;
  const isSystems = (each: string) => saysCause(each) && !isPlacedIn(at.told, each);
  const isOther =
    spoken.some((each) => saysCause(each) && !said.includes(each)) || // words that the command made up
    said.some(isSystems) ||
    hasOtherCause(said.filter((each) => !saysCause(each))) ||
    spoken.some((each) => /assert|\bexpected\b/i.test(each));
  if (!isSilent && (isOther || spoken.length > MAX_SPOKEN)) return [];
  const told = atHome(at.told, layout.home);
  const isRun = HIDES.test(told) || RUNS_OTHERS.test(failed.line ?? '');
  const first = isRun && said.every((each) => isVague(each)) ? firstStopped(at) : undefined;
  if (first !== undefined && first.length > 0) return first;
  const kept = keptIn(told);
  const traced = spoken.map((each) => /^(?:\+|FAIL(?:ED)?:?) (.*)/.exec(each)?.[1]).findLast(Boolean); // what it says it is doing
  const cause = traced === undefined ? undefined : stoppedIn(traced, '', at);
  if (cause) return [cause];
  const reasons = reasonsIn(told, spoken, first === undefined ? failed.exitCode : undefined);
  if (reasons !== undefined) {
    const isNotFound = said.some((each) => NOT_FOUND.test(each));
    const isWhy = (piece: string) => !isNotFound || /recursive/.test(piece); // code that creates all parent folders contains this word
    const found = reasons.map((piece) =>
      isWhy(piece) ? stoppedIn(withKept(piece, kept), withKept(told, kept), at) : undefined,
    );
    return found.every((each) => each !== undefined) ? found.slice(0, 1) : [];
  }
  const line = failed.line ?? '';
  const isOne =
    said.every((each) => isVague(each)) &&
    isOneCommand(line) &&
    (keepsQuiet(told) || !isSilent) &&
    !RUNS_OTHERS.test(line);
  if (first !== undefined || !isOne || lacksIn(told, at)) return [];
  const stopped = writtenIn(told, told, at);
  return stopped && isFirstCall(told, stopped.what) ? [stopped] : [];
}

/** True if nothing that could fail comes before the path. */
function isFirstCall(told: string, path: string): boolean {
  const before = told
    .slice(0, told.indexOf(path))
    .replace(/\brequire\([^)]*\)|\b(?:import|use|include|using|from)\b[^;\n]*[;\n]/g, '');
  return !/\)\s*[;\n]/.test(before);
}

/** What stopped the first command that can fail; `undefined` if that cannot be determined. */
function firstStopped(at: Case): Blocked[] | undefined {
  const { failed, layout, outside } = at;
  const line = atHome(failed.line ?? '', layout.home);
  const commands = innerCommandsOf(line, {
    cwd: failed.cwd,
    textOf: (path) => atHome(outside.textOf?.(path) ?? '', layout.home),
  });
  const first = commands?.find(({ text }) => !isAtHand(text, at));
  if (first === undefined) return undefined;
  const isPlain = PLAIN.test(first.text) || />/.test(first.text.replace(/\d?&?>>? ?(?:\/dev\/null|&\d)/g, ''));
  const stopped = !first.isLast ? undefined : isPlain ? stoppedIn(first.text, '', at) : readIn(first.text, at);
  return stopped ? [stopped] : CODE.test(first.text) ? undefined : [];
}

/** True if the command works only in the workspace, and everything it needs exists. */
function isAtHand(command: string, at: Case): boolean {
  return (
    /^(?:mkdir|touch|cp|mv|rm|ln|install|chmod|echo|printf|cat)\b/.test(command) &&
    !/\s["']?[/~]|\.\./.test(command) &&
    !lacksIn(command, at)
  );
}

function atHome(told: string, home: string): string {
  const at = told.replace(/\$\{(?:os\.homedir\(\)|homedir\(\)|process\.env\.HOME)\}\//g, `${home}/`);
  return at.replaceAll('~/', `${home}/`).replace(/\$(?:HOME|\{HOME\}|ENV\{HOME\})\//g, `${home}/`);
}

/** What a piece of code could not do. */
function stoppedIn(piece: string, told: string, at: Case): Blocked | undefined {
  if (lacksIn(piece, at)) return undefined;
  return writtenIn(piece, told, at) ?? onlyWrittenIn(piece, told, at) ?? readIn(piece, at);
}

/** The closed place, if the piece writes without saying where and only one of the places named is closed. */
function onlyWrittenIn(piece: string, told: string, at: Case): Blocked | undefined {
  const { failed, layout, spoken } = at;
  const of = (text: string) => namedBy(text, failed.cwd, layout.home);
  if (!WRITES.test(piece)) return undefined;
  const isCode = /\b(?:def|function|func|sub|fn|proc)\b|=>/.test(piece);
  const [said, named] = [of(spoken.at(-1) ?? ''), of(piece)];
  const paths = said.length > 0 ? said : named.length === 0 ? of(told) : isCode ? named : [];
  const closed = paths.filter((path) => isStoppedAt(path, piece, at));
  return closed.length === 1 && closed[0] !== undefined ? { kind: 'write', what: closed[0] } : undefined;
}

function isStoppedAt(path: string, piece: string, { failed, layout, outside }: Case): boolean {
  const real = outside.real?.(path) ?? path;
  if (!isReadOnlyInside(real, failed, layout) || lacksFolder(path, real, piece, outside)) return false;
  const words = failed.saysReadOnly ? 'EROFS' : 'EACCES';
  return judge(path, words, { failed, layout, outside })?.kind === 'write' && isWritableOutside(real, '', outside);
}

/** True if the folder is missing and nothing creates it. */
function lacksFolder(path: string, real: string, piece: string, { exists }: Outside): boolean {
  if (exists(real) || MAKES_FOLDERS.test(piece)) return false;
  return !exists(dirname(real)) || (piece.includes(`${path}/`) && /\b(?:cp|mv)\b/.test(piece));
}

/** True if the file to unpack does not begin like an archive. */
function isNoArchive(piece: string, { failed: { cwd }, outside }: Case): boolean {
  const [, file] = /\btar -?\w*x\w*f ([\w./-]{1,200})/.exec(piece) ?? [];
  const text = file === undefined ? 'PK' : (outside.textOf?.(resolve(cwd, file)) ?? '');
  return !/^(?:\x1f|BZh|PK|.7zXZ|.{257}ustar)/s.test(text);
}

/** True if a workspace file that the piece names is missing, so that it fails outside too. */
function lacksIn(piece: string, at: Case): boolean {
  const { failed, outside } = at;
  const { cwd } = failed;
  if (isNoArchive(piece, at)) return true;
  const quoted = [
    ...piece.matchAll(
      /(?:open|read\w*|load\w*|stat\w*|require)\(["'`]([\w-][\w./-]{0,100}\.[a-z]\w{0,4})["'`](?! ?, ?["'][wax])/gi,
    ),
    ...piece.matchAll(/(?:copy|rename|move|cp)\w*\(["'`]([\w-][\w./-]{0,100})["'`] ?,/gi),
  ].map(([, word = '']) => word);
  const copied = [...piece.matchAll(/\b(?:cp|mv|install|ln|rsync)((?:\s+[^\s;|&<>]{1,200}){2,8})/g)].flatMap(
    ([, words = '']) =>
      words
        .trim()
        .split(/\s+/)
        .slice(0, -1)
        .filter((word) => /^["']?[\w.][\w./-]*["']?$/.test(word) && !/^\d+$/.test(word)),
  );
  return [...quoted, ...copied].some((word) => !outside.exists(resolve(cwd, word.replace(/["']/g, ''))));
}

function writtenIn(piece: string, told: string, at: Case): Blocked | undefined {
  const { failed, layout, outside } = at;
  const { line = '', cwd } = failed;
  const isStopped = (path: string) =>
    isStoppedAt(path, piece, at) && (isWrittenIn(piece, path, outside.exists(path)) || isGivenTo(told, line, path));
  const path = [...namedBy(piece, cwd, layout.home), ...namedBy(line, cwd, layout.home)].find(isStopped);
  return path === undefined ? undefined : { kind: 'write', what: path };
}

/** What the piece looked for, if that is hidden or different inside. */
function readIn(piece: string, { failed, layout, outside }: Case): Blocked | undefined {
  const words = failed.deniesReads ? 'EACCES' : 'ENOENT';
  return namedBy(piece, failed.cwd, layout.home)
    .map((path) => judge(path, words, { failed, layout, outside }))
    .find((blocked) => blocked !== undefined && blocked.kind !== 'write');
}
