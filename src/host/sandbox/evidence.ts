/** What the sandbox kept a command from, by evidence: a path that its error names and that is otherwise outside, or a socket that is hidden. */

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { isInside } from '../../base/files/paths.ts';
import type { Blocked, Confinement, LentName } from '../../protocol/place.ts';
import type { HostReport } from './hosts.ts';
import { SYSTEM } from './landlock.ts';
import type { Layout } from './layout.ts';
import { ownWords } from './own-words.ts';

export interface Failed {
  exitCode: number;
  text: string;
  cwd: string;
  confinement: Confinement;
  homeIsLayer: boolean;
  /** The command itself: some programs do not name what they could not write. */
  line?: string;
  /** What may not be written is read-only here, never merely not allowed, as it is for who has no rights beyond a person's. */
  saysReadOnly?: boolean;
  /** What became of its connections; absent: it had no network at all, or none of the session's own. */
  hosts?: HostReport;
  /** It had the machine's own network. */
  hasSockets?: boolean;
  /** Agents of the person that it was not lent. */
  agents?: readonly LentName[];
  /** Where they cannot be lent: their sockets. */
  agentAt?(name: LentName): string | undefined;
  /** Only the system's folders, the home folder and the workspace can be read; otherwise everything but what is private or hidden. */
  readsListed?: boolean;
}

/** Looks at the disk as it is outside. */
export interface Outside {
  exists(path: string): boolean;
  isWritable(path: string): boolean;
  /** A file that can be run. */
  isProgram?(path: string): boolean;
  isReadable?(path: string): boolean;
  isSocket?(path: string): boolean;
  /** What a command could have said by itself, in lower case: no evidence. */
  ownWords?(line: string, cwd: string, roots: readonly string[]): string;
  /** A server of this machine listens there, and none inside. */
  isServed?(port: number): boolean;
}

const MAX_TEXT = 20_000;
const MAX_PATHS = 60;
/** The system's own words: what a program makes of them is in its own. */
const DENIED =
  /read-only file system|EROFS|permission denied|EACCES|operation not permitted|EPERM|(?:can|could) ?not (?:create|touch|open|write)|unable to \(?\w*\)?create|unable to open (?:database|output)|open file for writing/i;
const READ_ONLY = /read-only file system|EROFS|errno=30/i;
/** In words of its own, without the system's. */
const NOT_MADE =
  /unable to open (?:database|output)|(?:unable|failed) to \(?\w*\)?(?:create|write|save)|open file for writing|cannot create directory: |failure writing output|write a read-?only database/i;
/** The system's words for anything else: that is what stopped it. */
const OTHER_CAUSE =
  /file exists|not a directory|is a directory|no such file|no space|disk quota|too many|too long|invalid|not found|input\/output error|busy|not empty/i;
/** What a program, a log or a test may quote. */
const QUOTABLE =
  /read-only file system|erofs|permission denied|eacces|operation not permitted|eperm|no such file or directory|enoent|econnrefused|connection refused|enetunreach|could(?:n't| not) (?:resolve|connect)|failed to connect|publickey|name resolution|enotfound|eai_again|cannot (?:create|touch|open|write)/gi;
const WARNING = /^\W*warn(?:ing)?\b/i;
const NOT_ALLOWED = /permission denied|EACCES|operation not permitted|EPERM/i;
const NOT_ALLOWED_TO = /([^\s:'"]{1,300})['"]?: (?:permission denied|operation not permitted)/i;
/** Of something else, which came after. */
const OTHER_TROUBLE = /fail|error|invalid|no valid|not found/i;
/** A program that shows its own source says nothing of what happened. */
const SOURCE = /^\s*(?:throw|raise|console\.\w+|print|assert)\b/;
const MISSING =
  /no such file or directory|ENOENT|FileNotFoundError|cannot (?:open|access|stat|connect)|failed to connect|not found|cannot find (?:module|file)/i;
const NOT_FOUND = /no such file|ENOENT|FileNotFoundError|unable to open/i;
/** There is no network inside, so that no name is found. */
const NO_HOST =
  /could not resolve (?:host(?:name)?:?|proxy:?) ([\w.-]+)|getaddrinfo (?:ENOTFOUND|EAI_AGAIN) ([\w.-]+)|resolve host address [‘'"]([\w.-]+)|lookup ([\w.-]+)(?: on \S+)?: (?:no such host|Temporary|dial)|hostname ([\w.-]+): (?:Name or service|Temporary failure)|Failed to resolve '([\w.-]+)'|look up ([\w.-]+) \(|([\w-]+(?:\.[\w-]+)+): (?:Temporary failure in name resolution|Name or service not known)|Bad hostname '([\w.-]+)|\(host='([\w.-]+)', port=\d+\): Max retries/i;
const AGENTS: Readonly<Record<LentName, RegExp>> = {
  'ssh-agent':
    /permission denied \(publickey|authentication agent|no identities|find key in agent|no private key found|incorrect passphrase|load key.*no such file/i,
  'gpg-agent': /gpg failed to sign|no secret key|connect to the (?:gpg-)?agent/i,
};
const LOOPBACK = /localhost|127\.0\.0\.1|::1/i;
const NOT_CONNECTED =
  /refused|could not connect|unreachable|couldn.t connect|failed to connect|cannot connect|unable to connect/i;
/** As it is where no socket can be made. */
const NO_SOCKET = /\/dev\/tcp\/|connect to host|connect EACCES|could not create socket|can.t create socket/i;
/** In a command: `http://host:port`, `host:port`, `host port`. */
const ADDRESS =
  /(?:https?:\/\/|(?<![\w./-]))(localhost|\d{1,3}(?:\.\d{1,3}){3}|[\w-]{1,60}(?:\.[\w-]{1,60}){1,6})(?:[: ](\d{2,5}))?/g;
const HOST_WORDS = /[a-z0-9](?:[a-z0-9_.-]{0,250}[a-z0-9])?/gi;
/** Inside, others are there. */
const PRIVATE = ['/tmp', '/var/tmp', '/run', '/var/run'];
const OWN_FOLDER = /^\/(?:var\/)?tmp\/coder-sandbox-/;
const NOT_REACHED =
  /refused|could(?:n.t| not) connect|unreachable|failed to connect|cannot connect|unable to connect|ECONNREFUSED|new connection: \[Errno 13\]|urlopen error \[Errno 13\]|connect EACCES|socket\(2\)|name resolution|EAI_AGAIN/i;
const SOCKETS =
  /\/(?:var\/)?run\/(?:docker\.sock|containerd\/containerd\.sock|podman\/podman\.sock|user\/\d+\/[\w./-]+)/g;

export function blockedBy(failed: Failed, layout: Layout, outside: Outside = DISK): Blocked[] {
  let own: string | undefined;
  const isQuoted = (line: string) => {
    const words = outside.ownWords && failed.line !== undefined ? (line.match(QUOTABLE) ?? []) : [];
    if (words.length > 0) own ??= outside.ownWords?.(failed.line ?? '', failed.cwd, layout.writable) ?? '';
    return words.length > 0 && words.every((word) => own?.includes(word.toLowerCase()));
  };
  const found = new Map<string, Blocked>();
  for (const what of failed.hosts?.refused ?? []) found.set(what, { kind: 'host', what }); // coder's own record
  if (failed.exitCode === 0) return [...found.values()];
  let before = '';
  const lines = failed.text.slice(-MAX_TEXT).split('\n');
  for (const [index, line] of lines.entries()) {
    if (isQuoted(line) || isAside(line, lines.slice(index + 1))) continue;
    for (const [socket] of line.matchAll(SOCKETS)) {
      if (outside.exists(socket)) found.set(socket, { kind: 'socket', what: socket });
    }
    const agent = failed.agents?.find((name) => AGENTS[name].test(line));
    if (agent !== undefined) found.set(agent, { kind: 'socket', what: failed.agentAt?.(agent) ?? agent });
    const served = servedOutside(line, outside);
    if (served !== undefined) found.set(served, { kind: 'host', what: served });
    const host = hostIn(line, failed);
    if (host !== undefined) found.set(host, { kind: 'host', what: host });
    const words = before.endsWith(':') ? `${before} ${line}` : line; // of what is named in a line of its own
    before = line;
    if (SOURCE.test(line) || (!DENIED.test(words) && !MISSING.test(words))) continue;
    for (const path of pathsIn(withoutSpeaker(line, outside), failed.cwd, layout.home)) {
      const blocked = judge(path, words, failed, layout, outside);
      if (blocked && !isBeside(blocked, lines.slice(index + 1), layout)) found.set(path, blocked);
    }
    if (found.size >= MAX_PATHS) break;
  }
  const said = lines.filter((line) => !isQuoted(line));
  if (found.size === 0) for (const blocked of unnamed(said, failed, layout, outside)) found.set(blocked.what, blocked);
  if (found.size === 0) for (const blocked of unnamedServer(said, failed, outside)) found.set(blocked.what, blocked);
  return [...found.values()];
}

/** Who speaks stands before what is spoken of (`/bin/bash: line 1: ./run: Permission denied`), and was not refused. */
function withoutSpeaker(line: string, { isProgram }: Outside): string {
  const [start = '', path = '', rest = ''] = /^(\/[^\s:]{1,500}): (.{0,2000})/.exec(line) ?? [];
  const speaksOf = /[:'"‘“`/]/.test(rest);
  return start !== '' && speaksOf && isProgram?.(path) === true ? rest : line;
}

/** A warning, and it went on. */
function isAside(line: string, after: readonly string[]): boolean {
  return WARNING.test(line) && after.some((each) => each.trim() !== '' && !DENIED.test(each));
}

/** Some have words of their own for what could not be made; others only count beside those of the system. */
function isItsOwnWay(line: string, text: string): boolean {
  if (NOT_ALLOWED.test(line) || OTHER_CAUSE.test(line))
    return /unable to open|unable to \(/i.test(line) && !NOT_ALLOWED.test(line);
  return NOT_MADE.test(line) || READ_ONLY.test(text);
}

/** What a tool keeps for itself could not be written, but it failed by something else. */
function isBeside({ kind, what }: Blocked, after: readonly string[], { hidden }: Layout): boolean {
  return (
    kind === 'write' &&
    hidden.some((each) => isInside(each.path, what)) &&
    after.some((line) => OTHER_TROUBLE.test(line) && !DENIED.test(line))
  );
}

/** Something could not be written, and it is not said what, or not from where: a line beside names it, or the command. */
function unnamed(lines: readonly string[], failed: Failed, layout: Layout, outside: Outside): Blocked[] {
  const at = lines.findIndex((line) => saysNoWrite(line, failed) && !SOURCE.test(line));
  const line = lines[at];
  const last = NOT_ALLOWED_TO.exec(line ?? '')?.[1];
  if (last !== undefined && outside.exists(resolve(failed.cwd, last))) return []; // a file of the workspace
  if (
    line === undefined ||
    pathsIn(line, failed.cwd, layout.home).some((path) => isTheCause(path, line, failed, outside))
  )
    return [];
  const near = NOT_ALLOWED.test(line) ? [] : [lines[at - 1], lines[at - 2], lines[at - 3], lines[at + 1]];
  const beside = near.map((text = '') => (SOURCE.test(text) ? [] : pathsIn(text, failed.cwd, layout.home)));
  const words = failed.saysReadOnly ? 'EROFS' : 'EACCES';
  for (const paths of [...beside, namedBy(failed.line ?? '', layout.home)]) {
    const blocked = paths.flatMap((path) => judge(path, words, failed, layout, outside) ?? []);
    const written = blocked.find(({ kind }) => kind === 'write');
    if (written) return [written];
  }
  return [];
}

function saysNoWrite(line: string, { saysReadOnly }: Failed): boolean {
  if (READ_ONLY.test(line)) return true;
  if (!saysReadOnly && NOT_ALLOWED.test(line)) return !/publickey|connect/i.test(line);
  return NOT_MADE.test(line) && !OTHER_CAUSE.test(line);
}

/** It is named whole, or is one of the workspace: then it was looked at already. */
function isTheCause(path: string, line: string, { cwd }: Failed, outside: Outside): boolean {
  if (line.includes(path)) return true;
  const isBelow = dirname(path) !== cwd && isInside(cwd, path);
  return !READ_ONLY.test(line) && (outside.exists(path) || (isBelow && outside.exists(dirname(path))));
}

/** A connection failed, or a client that says nothing ended as it does then: where to stands in the command. */
function unnamedServer(lines: readonly string[], failed: Failed, outside: Outside): Blocked[] {
  const { line = '', exitCode, hosts, hasSockets = false } = failed;
  const isSilent = lines.every((each) => each.trim() === '');
  const hasFailed =
    lines.some((each) => NOT_REACHED.test(each) && !SOURCE.test(each)) ||
    (isSilent && ((/\bcurl\b/.test(line) && exitCode === 7) || /\bnc\b/.test(line)));
  const isDenied = lines.some((each) => NOT_FOUND.test(each) || NOT_ALLOWED.test(each));
  if (!hasFailed && !isDenied) return [];
  for (const [path] of line.matchAll(/\/(?:var\/)?run\/[\w./-]{1,200}/g))
    if (outside.isSocket?.(path) === true) return [{ kind: 'socket', what: path }];
  if (!hasFailed) return [];
  for (const [, host = '', port = ''] of line.matchAll(ADDRESS)) {
    if (!isLocal(host) && !LOOPBACK.test(host)) {
      if (!hosts && !hasSockets) return [{ kind: 'host', what: host }];
    } else if (outside.isServed?.(Number(port)) === true) return [{ kind: 'host', what: `localhost ${port}` }];
  }
  const isWithout =
    !hosts &&
    !hasSockets &&
    lines.some((each) => /new connection: \[Errno 13\]|connect EACCES/.test(each) && !LOOPBACK.test(each));
  return isWithout ? [{ kind: 'host', what: 'the network' }] : [];
}

function judge(path: string, line: string, failed: Failed, layout: Layout, outside: Outside): Blocked | undefined {
  if (path === '/') return undefined; // nobody writes it
  const elsewhere = isElsewhere(path, line, failed, layout, outside);
  if (elsewhere) return elsewhere;
  const isOfWorkspace = layout.writable.some((root) => isInside(root, path));
  if (!isOfWorkspace && isPassing(path, failed)) return undefined;
  const hidden = layout.hidden.find((each) => isInside(each.path, path));
  if (hidden && !layout.shown.includes(path) && outside.exists(path)) return { kind: 'read', what: path };
  if (!DENIED.test(line) || !isReadOnlyInside(path, failed, layout)) return undefined;
  const isReadOnly = READ_ONLY.test(line);
  if (failed.saysReadOnly && !isReadOnly && !isItsOwnWay(line, failed.text)) return undefined;
  if (!isReadOnly && NOT_FOUND.test(line) && !outside.exists(dirname(path))) return undefined; // its folder is not there outside either
  if (/socket|connect/i.test(line) && !outside.exists(path)) return undefined; // nobody listens there outside either
  const target = outside.exists(path) ? path : nearest(path, outside);
  return outside.isWritable(target) ? { kind: 'write', what: path } : undefined;
}

/** It is there outside, and inside another folder stands in its place, or it cannot be read. */
function isElsewhere(
  path: string,
  line: string,
  failed: Failed,
  layout: Layout,
  outside: Outside,
): Blocked | undefined {
  const { readsListed = false, line: command = '' } = failed;
  if ([...layout.writable, layout.home].some((root) => isInside(root, path)) || OWN_FOLDER.test(path)) return undefined;
  const isPrivate = PRIVATE.some((folder) => path !== folder && isInside(folder, path));
  const kind = outside.isSocket?.(path) ? 'socket' : 'read';
  if (readsListed) {
    if (!/permission denied|EACCES/i.test(line) || SYSTEM.some((folder) => isInside(folder, path))) return undefined;
    if (outside.isWritable(path) && !isPrivate) return undefined; // that is what was wanted
    return outside.isReadable?.(path) === true ? { kind, what: path } : undefined;
  }
  if (!isPrivate || !NOT_FOUND.test(line)) return undefined;
  if (outside.exists(path)) return { kind, what: path };
  const isWritten = command.includes(`>${path}`) || command.includes(`> ${path}`);
  const folder = dirname(path);
  return isWritten && !PRIVATE.includes(folder) && outside.exists(folder) && outside.isWritable(folder)
    ? { kind: 'write', what: path }
    : undefined;
}

/** Views of the system, and what programs keep for themselves while they run. */
function isPassing(path: string, { readsListed, line = '' }: Failed): boolean {
  const isTemporary = ['/tmp', '/var/tmp'].some((folder) => isInside(folder, path));
  if (isTemporary) return readsListed !== true || OWN_FOLDER.test(path) || !line.includes(path);
  return ['/proc', '/dev', '/sys'].some((folder) => isInside(folder, path));
}

/** Every word of a command that is an absolute path, also within code that it is given. */
function namedBy(line: string, home: string): string[] {
  const words = line.slice(0, 4000).match(/(?<![^\s=('"`:>])[~/][^\s"'`;|&()<>{}$*?]{0,300}/g) ?? [];
  return words.map((word) => resolve(word.replace(/^~(?=\/|$)/, home))).slice(0, MAX_PATHS);
}

function isReadOnlyInside(
  path: string,
  { confinement, homeIsLayer }: Failed,
  { home, writable, readOnly }: Layout,
): boolean {
  if (confinement === 'read') return true;
  if (readOnly.some((folder) => isInside(folder, path))) return true;
  if (writable.some((folder) => isInside(folder, path))) return false;
  return !(homeIsLayer && isInside(home, path));
}

function hostIn(line: string, { hosts, hasSockets = false }: Failed): string | undefined {
  if (hosts) return portOf(line, hosts);
  if (hasSockets) return undefined;
  const name = NO_HOST.exec(line)?.slice(1).find(Boolean);
  if (name !== undefined) return isLocal(name) ? undefined : name;
  if (!NOT_CONNECTED.test(line) && !NO_SOCKET.test(line)) return undefined;
  return addressIn(line) ?? /connect to ([\w-]+(?:\.[\w-]+)+) port/i.exec(line)?.[1];
}

/** One that is not this machine's own. */
function addressIn(line: string): string | undefined {
  return line.match(/\d{1,3}(?:\.\d{1,3}){3}/g)?.find((word) => !/^(?:127|0)\./.test(word));
}

/** A name on a port at which nobody listens, as only the four usual ones lead out; or an address without a name, which leads nowhere. */
function portOf(line: string, { nameOf }: HostReport): string | undefined {
  if (!NOT_CONNECTED.test(line)) return undefined;
  const words = line.match(HOST_WORDS) ?? [];
  return words.map(nameOf).find(Boolean) ?? addressIn(line);
}

/** A server of this machine: commands have a loopback of their own. */
function servedOutside(line: string, { isServed }: Outside): string | undefined {
  if (!isServed || !(NOT_CONNECTED.test(line) || NO_SOCKET.test(line)) || !LOOPBACK.test(line)) return undefined;
  const port = line.match(/\d{2,5}/g)?.find((number) => isServed(Number(number)));
  return port === undefined ? undefined : `localhost ${port}`;
}

function isLocal(host: string): boolean {
  return host === 'localhost' || /^[\d.]+$/.test(host);
}

function nearest(path: string, outside: Outside): string {
  for (let folder = dirname(path); folder !== '/'; folder = dirname(folder)) if (outside.exists(folder)) return folder;
  return '/';
}

/** Absolute ones, those of the home folder, and quoted or plain relative ones that lead somewhere. */
function pathsIn(line: string, cwd: string, home: string): string[] {
  const words = line
    .slice(0, 2000)
    .matchAll(/["'‘“`]([^"'’”`]{1,500})["'’”`]|((?:~|\.{0,2}\/|\.git)[^\s"'`:,()]{1,500})/g);
  const paths = [...words].flatMap(([, quoted, plain]) => {
    const word = (quoted ?? plain ?? '').replace(/[.:,]+$/, '');
    if (word === '' || /[\n\0]/.test(word)) return [];
    const path = word === '~' || word.startsWith('~/') ? home + word.slice(1) : word;
    return [isAbsolute(path) ? resolve(path) : resolve(cwd, path)];
  });
  return [...new Set(paths)].slice(0, MAX_PATHS);
}

export const DISK: Outside = {
  exists: existsSync,
  isProgram: (path) => can(path, constants.X_OK) && statSync(path).isFile(),
  isSocket: (path) => can(path, constants.F_OK) && statSync(path).isSocket(),
  isReadable: (path) => can(path, constants.R_OK),
  ownWords,
  isWritable: (path) => can(path, constants.W_OK),
};

function can(path: string, access: number): boolean {
  try {
    accessSync(path, access);
    return true;
  } catch {
    return false;
  }
}
