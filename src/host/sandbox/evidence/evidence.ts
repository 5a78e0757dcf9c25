/** Finds what the sandbox blocked, by evidence: coder's record, kernel counters, paths that differ outside, hidden sockets. */

import { basename, dirname, join, resolve } from 'node:path';
import { isInside } from '../../../base/files/paths.ts';
import type { Blocked, LentName } from '../../../protocol/sandbox.ts';
import type { Layout } from '../layout.ts';
import type { Failed, Outside } from './facts.ts';
import { type Case, judge } from './judge.ts';
import { keptIn, withKept } from './names.ts';
import { endsByNetwork, networkBlocked } from './network.ts';
import { DISK } from './outside-disk.ts';
import { bareOf, errorFilesIn, isCaught, isOneCommand, isRemovedIn, namedBy, pathsIn, printersIn } from './paths.ts';
import { processesBlocked } from './processes.ts';
import { unsaid, untestable } from './silent.ts';
import { socketsBlocked } from './sockets.ts';
import {
  hasOtherTrouble,
  isAside,
  isCompared,
  isMadeBy,
  isQuoted,
  isReworded,
  isSource,
  isWarning,
  MISSING,
  NOT_ALLOWED,
  READ_ONLY,
  saysCause,
  saysDenied,
} from './words.ts';

const MAX_TEXT = 20_000;
const MAX_PATHS = 60;
const NO_PROGRAM = 127;
const NOT_RUN = 126;
const RESTRICTED = /readonly|mode=ro/i;
const MAX_TOLD = 100_000;
/** Captures the name in `name: Read-only file system`. */
const SPOKEN_OF =
  /([^\s:'"‘’]{1,300})['"’]?: (?:permission denied|operation not permitted|read-only file system|no such file)/i;
const NOT_ALLOWED_TO = /([^\s:'"‘’]{1,300})['"’]?: (?:permission denied|operation not permitted)/i;
const AGENTS: Readonly<Record<LentName, RegExp>> = {
  'ssh-agent':
    /permission denied \(publickey|authentication agent|no identities|find key in agent|no private key found|incorrect passphrase|load key.*no such file/i,
  'gpg-agent': /gpg failed to sign|no secret key|connect to the (?:gpg-)?agent/i,
};
/** Code that checks whether a file exists. */
const LOOKS = /exists|is_?file|is_?dir|access|stat\b/i;
/** A line that names its subject. */
const NAMES_IT = /['"‘“`]\w|\w: (?:command )?not found|module|package/i;
/** Exit codes of clients that could not write. */
const WRITE_ENDS: readonly (readonly [client: RegExp, code: number])[] = [
  [/\bcurl\b/, 23],
  [/\bwget\b/, 3],
  [/\brsync\b/, 11],
  [/\bsed -/, 4],
  [/\bzip\b/, 15],
  [/\bsqlite3\b/, 8],
  [/\bsqlite3\b/, 14],
];
const WITHOUT_STATE =
  /not (?:set|configured|logged in|authenticated)|no (?:credentials|context|profile|secret key|identit)|(?:locate|find|load) credentials|unauthorized|failed to sign/i;
const STATE: readonly (readonly [client: RegExp, name: string])[] = [
  [/\bkubectl\b|\bhelm\b/, '.kube/config'],
  [/\baws\b/, '.aws/credentials'],
  [/\bgh\b/, '.config/gh'],
  [/\bgcloud\b|\bgsutil\b/, '.config/gcloud'],
  [/\bdocker\b/, '.docker/config.json'],
  [/\bnpm\b/, '.npmrc'],
  [/\bgpg2?\b|\bgit (?:commit|tag)\b.{0,40}\s-[\w]*[Ss]/, '.gnupg'],
];
/** Messages of gpg that follow from not being able to write its folder. */
const OF_KEYS = /^gpg: .*(?:agent|keyb|KEK|trustdb|nothing exported)/;
/** Options and arguments that name a file to read. */
const INPUTS: readonly RegExp[] = [
  /\b(?:mvn|psql|kubectl)\b[^;|&]*?\s-f ?([\w./-]{1,200})/g,
  /\bcurl\b[^;|&]*?\s(?:-[TK] ?|--(?:config|upload-file) )([\w./-]{1,200})/g,
  /\bssh-add (?!-)([\w./-]{1,200})/g,
  /\bpip3? [^;|&]*?\s-r ([\w./-]{1,200})/g,
  /\bsqlite3 -readonly ([\w./-]{1,200})/g,
];
/** Files without which a tool fails anyway, whatever it prints first. */
const NEEDS: readonly (readonly [tool: RegExp, files: readonly string[]])[] = [
  [/\bmvn\b/, ['pom.xml']],
  [/\bgradlew?\b/, ['build.gradle', 'build.gradle.kts', 'settings.gradle']],
];

export function blockedBy(failed: Failed, layout: Layout, outside: Outside = DISK): Blocked[] {
  const found = new Map<string, Blocked>();
  for (const what of failed.hosts?.refused ?? []) found.set(what, { kind: 'host', what }); // from coder's record
  if (failed.exitCode === 0 || found.size > 0) return [...found.values()];
  const at = caseOf(failed, layout, outside);
  const add = (list: readonly Blocked[]) => {
    for (const blocked of list) found.set(blocked.what, blocked);
  };
  if (lacksWhatItNeeds(at) || at.spoken.some((line) => isNotRun(line, failed))) return [];
  add(socketsBlocked(at));
  add(agentsIn(at));
  add(processesBlocked(at));
  add(networkBlocked(at));
  add(pathsBlocked(at));
  for (const look of [unnamed, unfound, untestable, unsaid, stateless]) if (found.size === 0) add(look(at));
  const all = [...found.values()];
  const isWithin = ({ kind, what }: Blocked) =>
    all.some(
      (each) => each.kind === kind && each.what !== what && each.what.startsWith('/') && isInside(each.what, what),
    );
  return all.filter((each) => !isWithin(each)).slice(0, MAX_PATHS);
}

function caseOf(failed: Failed, layout: Layout, outside: Outside): Case {
  const { line = '', cwd } = failed;
  const sent = errorFilesIn(line).map((file) => outside.textOf?.(resolve(cwd, file)) ?? '');
  const lines = [...sent, failed.text].join('\n').slice(-MAX_TEXT).split('\n');
  const { all, exactly } = outside.toldBy?.(line, cwd, layout.writable) ?? { all: '', exactly: line };
  const told = exactly.slice(0, MAX_TOLD);
  const own = `${all}\n${withKept(told, keptIn(told))}`.toLowerCase();
  const isOwn = (each: string) =>
    all !== '' && isOwnLine(each.trim().toLowerCase(), own) && (!saysCause(each) || isQuoted(each, all));
  const spoken = lines.filter((each) => each.trim() !== '');
  const said = spoken.filter(
    (each) => !isQuoted(each, all) && !isMadeBy(all, each) && !isCompared(each) && !isOwn(each),
  );
  const printers = printersIn(line);
  const isSpeaker = (each: string) => {
    const speaker = /^(?:\/\S+\/)?([\w-]+): /.exec(each)?.[1] ?? '';
    return [...(printers ?? []), 'bash', 'sh', 'fatal', 'error'].includes(speaker) || isAskedIn(line, speaker);
  };
  const isMuted = failed.exitCode !== NO_PROGRAM && spoken.every((each) => isOwn(each) && !saysCause(each));
  const heard = printers ? said.filter(isSpeaker) : said; // the other lines are text that it printed from elsewhere
  return { failed, layout, outside, spoken, said: heard, told, isSilent: isMuted };
}

/** True if the line runs the program in a substitution, as `$(cat x)`. */
function isAskedIn(line: string, program: string): boolean {
  return program !== '' && new RegExp(`\\$\\(\\s?${program}\\b`).test(line);
}

/** True if most of the line occurs in the command's text, or the line only states a location. */
function isOwnLine(line: string, own: string): boolean {
  const text = line.replace(/^[\w.]{0,60}(?:error|exception): /, '');
  if (text === '' || /^exit status \d+$|^> \S+@|^traceback |^file ".*", line \d|^[~^\s]+$/.test(text)) return true;
  const most = Math.ceil(text.length * 0.6);
  const isIn = (part: string) => / \S/.test(part.trim()) && own.includes(part); // a path alone is not evidence
  return own.includes(text) || (text.length > 12 && (isIn(text.slice(0, most)) || isIn(text.slice(-most))));
}

function agentsIn({ said, failed, isSilent }: Case): Blocked[] {
  const isAsked = isSilent && /\bssh-add\b(?!.*\s--)|-S "?\$\{?SSH_AUTH_SOCK\b/.test(failed.line ?? '');
  const agents = (failed.agents ?? []).filter(
    (name) => said.some((line) => AGENTS[name].test(line)) || (isAsked && name === 'ssh-agent'),
  );
  return agents.map((name) => {
    const path = failed.agentAt?.(name);
    return path === undefined ? { kind: 'agent', what: name } : { kind: 'socket', what: path };
  });
}

function lacksWhatItNeeds({ failed: { line = '', cwd }, outside }: Case): boolean {
  const inputs = INPUTS.flatMap((form) => [...line.matchAll(form)].map(([, file = '']) => file));
  if (inputs.length > 0) return inputs.some((file) => !outside.exists(resolve(cwd, file)));
  return NEEDS.some(([tool, files]) => tool.test(line) && !files.some((file) => outside.exists(join(cwd, file))));
}

/** What was blocked, by the paths that errors name. */
function pathsBlocked(at: Case): Blocked[] {
  const { said, failed, layout, outside } = at;
  const found: Blocked[] = [];
  const speakers = new Set(said.filter((line) => isItsOwn(line, at)).map(speakerOf));
  let before = '';
  for (const [index, line] of said.entries()) {
    const after = said.slice(index + 1);
    if (speakers.has(speakerOf(line))) continue;
    const words = before.endsWith(':') ? `${before} ${line}` : line; // for a path that is on a separate line
    before = line;
    if (isMoved(line, at) || isAside(line, after) || isSource(line) || (!saysDenied(words) && !MISSING.test(words)))
      continue;
    const last = /^[\w.-]{1,40}: ([^\s:'"‘’]{1,300}): /.exec(line)?.[1] ?? SPOKEN_OF.exec(line)?.[1];
    const named = pathsIn(withoutSpeaker(line, outside), failed.cwd, layout.home);
    const folders = [
      failed.cwd,
      ...(/\bcd\b|\s-C/.test(failed.line ?? '') ? namedBy(failed.line ?? '', failed.cwd, layout.home) : []),
    ];
    const relative = last === undefined || last.startsWith('/') ? [] : folders.map((folder) => resolve(folder, last));
    for (const path of [...named, ...relative]) {
      const isRun = failed.line?.trimStart().startsWith(path) === true && outside.isProgram?.(path) === false;
      const blocked = isRun || isPlace(line, path) ? undefined : judge(path, words, at);
      const isGone = blocked !== undefined && !outside.exists(blocked.what) && isRemovedIn(at.told, blocked.what);
      if (blocked && !isGone && !isBeside(blocked, after, at)) found.push(blocked);
    }
  }
  return found;
}

/** True if the shell reports a file that is not a program, whatever else may be closed. */
function isNotRun(line: string, { exitCode }: Failed): boolean {
  return exitCode === NOT_RUN && /^(?:\S*\/)?\w{0,4}sh: (?!.*\bcreate\b)/.test(line);
}

/** True if the source of a move is missing outside too: `'/srv/a' -> '/srv/b'`. */
function isMoved(line: string, { told, failed, layout, outside }: Case): boolean {
  if (/symlink|ln -\w*s/.test(told) || !/ -> |renam|\bmove\b/.test(line)) return false;
  const [from = '', to] = pathsIn(line, failed.cwd, layout.home);
  return to !== undefined && !outside.exists(from);
}

/** True for a location such as `/srv/a.ts:3:1`, which is not a path that was wanted. */
function isPlace(line: string, path: string): boolean {
  const at = line.indexOf(path);
  return at >= 0 && /^["']?(?:: ?(?:line )?\d|\(\d|,? line \d)/.test(line.slice(at + path.length));
}

/** True if the path that the line names is missing outside too, so that the command would have failed there as well. */
function isItsOwn(line: string, { failed, layout, outside }: Case): boolean {
  if (!/no such file|does not exist/i.test(line) || speakerOf(line) === '') return false;
  const [path] = pathsIn(line, failed.cwd, layout.home); // paths after the first are destinations
  return path !== undefined && isInside(failed.cwd, path) && !outside.exists(path);
}

function speakerOf(line: string): string {
  return /^([\w.+-]{1,40}): /.exec(line)?.[1] ?? '';
}

/** Drops the program that reports the error (`/bin/bash: line 1: ./run: Permission denied`), which was not refused itself. */
function withoutSpeaker(line: string, { isProgram }: Outside): string {
  const [start = '', path = '', rest = ''] = /^(\/[^\s:]{1,500}): (.{0,2000})/.exec(line) ?? [];
  const speaksOf = /[:'"‘“`/]/.test(rest);
  return start !== '' && speaksOf && isProgram?.(path) === true ? rest : line;
}

/** True if a tool could not write its own state, but failed for another reason. */
function isBeside({ what }: Blocked, after: readonly string[], { layout, told, failed }: Case): boolean {
  const isHidden = layout.hidden.some((each) => isInside(each.path, what));
  const isState = isInside(layout.home, what) && what.slice(layout.home.length).startsWith('/.');
  if (!isHidden && !isState) return false;
  if (namedBy(told, failed.cwd, layout.home).some((path) => isInside(path, what))) return false;
  const { hosts, line = '' } = failed;
  const isReached = (hosts?.unreachable.length ?? 0) === 0 && (hosts?.counted?.refused ?? 0) === 0;
  if (!isReached || endsByNetwork(failed) || /\b(?:curl|wget)\b/.test(line)) return true; // the network is the reason
  return hasOtherTrouble(after.filter((each) => !OF_KEYS.test(each)));
}

/** A write failed, but the error does not name the path or its folder: takes it from a nearby line or from the command. */
function unnamed(at: Case): Blocked[] {
  const { said, failed, layout, told } = at;
  const { cwd, line: command = '', exitCode, saysReadOnly = false } = failed;
  const index = said.findIndex(
    (line) => saysNoWrite(line, failed) && !isSource(line) && !isWarning(line) && !isWished(line, told),
  );
  const isEnd =
    WRITE_ENDS.some(([client, code]) => client.test(command) && exitCode === code) && !RESTRICTED.test(command);
  const line = said[index];
  if (line === undefined && !isEnd) return [];
  if (line !== undefined && isExplained(line, at)) return [];
  const isVague = line !== undefined && NOT_ALLOWED.test(line);
  if (isVague && (hasLocked(at) || said.some((each) => /\bsocket\b/i.test(each)))) return [];
  const near = line === undefined || isVague ? [] : [-1, -2, -3, 1, 2, 3].map((by) => said[index + by] ?? '');
  const beside = near.map((text) => (isSource(text) ? [] : pathsIn(text, cwd, layout.home)));
  const words = saysReadOnly ? 'EROFS' : 'EACCES';
  for (const paths of [...beside, namedBy(command, cwd, layout.home), namedBy(told, cwd, layout.home)]) {
    const written = paths.map((path) => judge(path, words, at)).find((blocked) => blocked?.kind === 'write');
    if (written) return [written];
  }
  return [];
}

function saysNoWrite(line: string, { saysReadOnly }: Failed): boolean {
  if (READ_ONLY.test(line)) return true;
  if (!saysReadOnly && NOT_ALLOWED.test(line)) return !/publickey|connect|socket/i.test(line);
  return isReworded(line, false);
}

/** True if the command itself asked for read-only access. */
function isWished(line: string, told: string): boolean {
  return /readonly database/i.test(line) && RESTRICTED.test(told);
}

/** True if the line names its path, which was examined already. */
function isExplained(line: string, { failed, layout, outside }: Case): boolean {
  const rest = withoutSpeaker(line, outside);
  const last = NOT_ALLOWED_TO.exec(line)?.[1];
  const isSpeaker = last !== undefined && line.startsWith(`${last}: `) && failed.line?.includes(`./${last}`) === true;
  const isIn =
    last?.includes('/') === true && !READ_ONLY.test(line) && outside.exists(dirname(resolve(failed.cwd, last)));
  if (last !== undefined && last !== '.' && !isSpeaker && (isIn || outside.exists(resolve(failed.cwd, last))))
    return true; // a file of the workspace
  return pathsIn(rest, failed.cwd, layout.home).some((path) => {
    if (path === failed.cwd) return false; // the folder it worked in
    if (rest.includes(path)) return true;
    const isBelow = dirname(path) !== failed.cwd && isInside(failed.cwd, path);
    return !READ_ONLY.test(line) && (outside.exists(path) || (isBelow && outside.exists(dirname(path))));
  });
}

/** True if the command names a path that is closed to the person too, which may be the one that was meant. */
function hasLocked({ failed: { cwd, line = '' }, outside }: Case): boolean {
  const words = line.slice(0, 4000).match(/[\w.@+/-]{1,200}/g) ?? [];
  return words.some((word) => {
    const path = resolve(cwd, word);
    return outside.exists(path) && outside.isReadable?.(path) === false;
  });
}

/** A path was not found or readable, but the error does not name it: takes one that exists outside from a nearby line or the command. */
function unfound(at: Case): Blocked[] {
  const { said, failed, layout, told, outside } = at;
  const index = said.findIndex((each) => (NOT_ALLOWED.test(each) || MISSING.test(each)) && !isSource(each));
  const line = said[index];
  const isKept = at.isSilent && isOneCommand(failed.line ?? '') && (isCaught(told) || LOOKS.test(told));
  if (line === undefined ? !isKept : isExplained(line, at)) return [];
  const error = failed.deniesReads ? 'EACCES' : 'ENOENT';
  const near = line === undefined ? [] : [-1, -2, -3, 1, 2, 3].map((by) => said[index + by] ?? '');
  const paths = [
    ...near.flatMap((text) => pathsIn(text, failed.cwd, layout.home)),
    ...namedBy(told, failed.cwd, layout.home),
  ];
  const read = paths.map((path) => judge(path, error, { failed, layout, outside }));
  const speaksOf = (path: string) => line === undefined || !NAMES_IT.test(line) || line.includes(basename(path));
  return read.flatMap((blocked) => (blocked?.kind === 'read' && speaksOf(blocked.what) ? [blocked] : [])).slice(0, 1);
}

/** Clients whose state is in a hidden folder, and that only report having none. */
function stateless({ said, failed: { line = '' }, layout: { home, hidden }, outside }: Case): Blocked[] {
  const without = said.find((each, index) => WITHOUT_STATE.test(each) && !isAside(each, said.slice(index + 1)));
  const names = STATE.flatMap(([client, name]) =>
    client.test(bareOf(line)) || client.test(without ?? '') ? [name] : [],
  );
  if (without === undefined || /--?(?:kube)?config[= ]|KUBECONFIG=|--profile/.test(line)) return [];
  const isHidden = (path: string) => hidden.some((each) => isInside(each.path, path)) && outside.exists(path);
  const path = names.map((name) => join(home, name)).find(isHidden);
  return path === undefined ? [] : [{ kind: 'read', what: path }];
}
