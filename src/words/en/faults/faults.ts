/** Errors with sessions, exports, settings files and providers, by name. */

import { late } from '../../../base/late.ts';
import { describedInEnglish, type ValueKind } from '../../../base/schema.ts';
import { BUDGET_HINT } from '../../../protocol/spending.ts';

const words = () => ({
  // sessions
  sessionExists: (id: string) => `Session ${id} already exists. Use --resume ${id}.`,
  sessionNotFound: (id: string) => `Session not found: ${id}`,
  sessionDamaged: (id: string, path: string) =>
    `Session ${id} cannot be read: its beginning is lost. The file is kept: ${path}`,
  sessionVersion: (id: string, coder: string) =>
    `Session ${id} was written by another version of coder (${coder}). Open it with that version.`,
  sessionClosed: (id: string) => `Session ${id} is closed`,
  sessionLocked: (pid: string, host: string, path: string) =>
    `This session is in use by ${processOf(pid, host)}. End it first; if it is gone, delete ${path}.`,
  sessionUnsaved: (why: string) =>
    `The session cannot be saved (${why}). Continuing in memory; saving will be retried.`,
  sessionLost: (id: string) => `Session ${id} could not be saved: everything since the last save is lost.`,
  sessionLines: (id: string, count: string) =>
    `Session ${id}: skipped ${count === '1' ? '1 damaged line; its messages are' : `${count} damaged lines; their messages are`} missing here but kept in the file.`,
  noSessionHere: () => 'There is no session to continue in this folder.',
  workspaceGone: (path: string) =>
    `The folder ${path} is gone: it was removed or moved. Put it back, or leave and start coder where the files are.`,
  notRegular: (path: string) => `${path} is not a regular file`,
  changedByOther: (path: string) => `${path} was changed by another process`,

  // the file system; `what` is the system's code and call
  noPermission: (path: string, what: string) =>
    `No permission for ${path} (${what}). Change its owner or mode; CODER_HOME names another folder for coder's own files.`,
  readOnlyDisk: (path: string, what: string) =>
    `${path} is on a read-only file system (${what}). Make it writable; CODER_HOME names another folder for coder's own files.`,
  diskFull: (path: string, what: string) => `The disk is full: ${path} (${what}). Free some space and try again.`,
  noFolderThere: (path: string, what: string) =>
    `${path}: there is a file where a folder is needed (${what}). Move the file away, or name another folder.`,
  folderInTheWay: (path: string, what: string) => `${path} is a folder, not a file (${what}). Name a file.`,
  nothingThere: (path: string, what: string) => `There is no ${path} (${what}). Check the path.`,

  // exports
  exportToFolder: (path: string) => `${path} is a folder; name a file in it.`,
  exportNoFolder: (folder: string) => `There is no folder ${folder}; create it first.`,
  exportFailed: (path: string, why: string) => `${path} cannot be written: ${why}`,

  // the syntax of a file; `found` is empty at the end of the file
  jsonGoesOn: (found: string) => `expected the end of the file, found ${foundIn(found)}`,
  jsonOpenComment: () => 'this comment is never closed',
  jsonTooDeep: (most: string) => `nested more than ${most} levels deep`,
  jsonNoKey: (found: string) => `expected a key in double quotes or }, found ${foundIn(found)}`,
  jsonSameKey: (key: string) => `the key ${key} appears twice`,
  jsonNoColon: (key: string, found: string) => `expected : after the key ${key}, found ${foundIn(found)}`,
  jsonNoComma: (close: string, found: string) => `expected , or ${close}, found ${foundIn(found)}`,
  jsonOpenString: () => 'this string is never closed: " is missing',
  jsonBadString: () => 'not a valid string: a control character or a wrong \\ escape',
  jsonNoValue: (found: string) => `expected a value, found ${foundIn(found)}`,
  jsonBareWord: (word: string) => `expected a value, found ${word}; text goes in double quotes`,

  // settings
  asSaid: (text: string) => text,
  placed: (place: string, what: string) => `${place}: ${what}`,
  andAlso: (first: string, second: string) => `${first}; ${second}`,
  onCommandLine: () => 'command line',
  byDefault: () => 'default',
  theSettings: () => 'settings',
  settingsUnreadable: (file: string, why: string) => `${file}: cannot be read: ${why}`,
  settingsNoFile: (file: string) => `${file}: is not a regular file`,
  settingsTooLarge: (file: string) => `${file}: is larger than 1 MiB`,
  settingsMissing: (file: string) => `${file}: no such file (--config)`,
  settingNotSaved: (file: string, key: string) => `${file}: ${key} could not be saved`,
  settingExpected: (kind: ValueKind, text: string, gotKind: ValueKind, got: string) =>
    `expected ${describedInEnglish({ kind, text })}, got ${describedInEnglish({ kind: gotKind, text: got })}`,
  settingIsMissing: () => 'is missing',
  settingRange: (min: string, max: string) => `must be between ${min} and ${max}`,
  settingNear: (near: string) => `unknown key; did you mean ${near}?`,
  settingNested: (how: string) => `unknown key; write it as ${how}`,
  settingUnknown: (known: string) => `unknown key; known: ${known}`,
  settingWrong: (message: string) => message,
  webAddress: () => 'expected an address that begins with http:// or https://',
  secureAddress: () => 'expected an address that begins with https://',
  badBudget: (value: string) => `${value} is not a budget. ${BUDGET_HINT}`,
  unknownMode: (name: string, known: string) => `unknown mode ${name}; known: ${known}`,
  unknownAgent: (name: string, known: string) => `unknown agent ${name}; known: ${known}`,
  unknownPreset: (name: string, known: string) => `unknown preset ${name}; known: ${known}`,
  modeWithoutPreset: (mode: string) => `The mode ${mode} has no preset.`,
  settingLeftOut: () => '(left out)',
  fileLeftOut: (file: string) => `${file} is not used until this is fixed.`,
  settingIgnored: (at: string, key: string) => `${at}: ${key} is ignored:`,
  setItIn: (file: string) => `To set it, use ${file}.`,
  projectNever: () => 'a project cannot set it.',
  projectLower: (current: string) => `a project can only lower it (${current}).`,
  projectOnly: (value: string) => `a project can only set it to ${value}.`,
  projectStricter: (current: string) => `a project can only make it stricter (${current}).`,
  projectLess: (current: string) => `a project can only share less (${current}).`,
  projectMode: (mode: string) => `a project cannot choose a mode that allows more than ${mode}.`,
  projectInside: () => 'a project can only use files inside it.',
  projectSecrets: () => 'a project cannot use a file that may hold secrets.',
  projectAllow: () => 'a project cannot allow what would ask.',
  projectRow: () => 'a project cannot allow more than your own settings do.',
  routeUnused: (at: string, key: string, known: string) => `${at}: ${key} is not used; known: ${known}.`,
  noAddedFolder: (where: string, path: string) => `${where}: add_dirs: there is no folder ${path}`,
  keysReadable: (file: string) => `${file} holds keys and others may read it; run: chmod 600 ${file}`,

  // keys and profiles
  keysNoJson: (file: string) => `${file} is not JSON. ${KEYS_FORM}`,
  keysUnreadable: (file: string, code: string) => `${file} cannot be read (${code}). ${KEYS_FORM}`,
  keysNoObject: (file: string) => `${file} is not an object. ${KEYS_FORM}`,
  keyNoString: (file: string, name: string) => `${file}: the key of "${name}" is not a string. ${KEYS_FORM}`,
  profilesUnusable: (file: string, why: string) =>
    `${file} cannot be used: ${why}. Remove it; "coder doctor --model NAME" measures again.`,

  // which provider
  badBaseUrl: (url: string) => `The base URL "${url}" is not an http(s) URL.`,
  loginInBaseUrl: () => 'The base URL must not contain a user name or password.',
  projectEndpoint: (host: string, origin: string) =>
    `The project wants to connect to ${host}, but no key is set for it. To agree, add "${origin}" with its key to ~/.coder/auth.json, or set AGENT_BASE_URL and AGENT_API_KEY.`,
  nameAModel: (host: string) =>
    `Name a model for ${host}: --model NAME or AGENT_MODEL. "coder models" lists the models you can use.`,
  unknownProvider: (name: string, known: string) => `Unknown provider "${name}". Known: ${known}, offline.`,
  keyVariableUnset: (variable: string) => `${variable} is not set; provider.api_key_env names it.`,
  noKeyForModel: (model: string, variable: string, vendor: string, known: string) =>
    `No API key for ${model}. Set ${variable}, or AGENT_BASE_URL with AGENT_API_KEY; --model offline needs none.${vendor === '' ? '' : ` "${vendor}" is not a known provider. Known: ${known}.`}`,
  noKey: (vendor: string, variable: string) =>
    `No API key for ${vendor}. Set ${variable}, or add "${vendor}" to ~/.coder/auth.json; --model offline needs none.`,

  // requests; `said` is the server's message with its punctuation before it, or empty
  answerTooLarge: (host: string) => `${host} sent an answer larger than 8 MB.`,
  answerLate: (host: string) => `${host} did not answer in time.`,
  noJson: (host: string) => `${host} did not send JSON. Check the base URL.`,
  noModelList: (host: string) => `${host} did not send a list of models. Check the base URL.`,
  nobodyAnswers: (host: string, code: string) => `Nothing answers at ${host} (${code}). Is the server running?`,
  hostNotFound: (host: string, code: string) => `Host ${host} not found (${code}).`,
  notDecoded: (host: string, why: string) => `The answer from ${host} cannot be decoded (${why}).`,
  notTrusted: (host: string, code: string) =>
    `The certificate of ${host} is not trusted (${code}). Set NODE_EXTRA_CA_CERTS to trust additional authorities.`,
  noTls: (host: string) => `${host} does not speak TLS. Should the base URL begin with http://?`,
  hostSays: (host: string, what: string) => `${host}: ${what}`,
  endedWith: (what: string) => `${what}.`,
  notReached: (host: string, seconds: string) => `${host} could not be reached within ${seconds} s.`,
  notAnswered: (host: string, seconds: string) => `${host} did not answer within ${seconds} s.`,
  redirectsTo: (host: string) => `redirects to ${host}. Set the base URL to that host if it is meant.`,
  redirectsOn: () => 'redirects in a circle. Check the base URL.',
  webPage: (host: string) => `${host} answered with a web page. Check the base URL.`,
  noData: (host: string, seconds: string) => `${host} sent no data for ${seconds} s.`,
  stoppedAnswering: (host: string) => `${host} stopped in the middle of its answer.`,
  sentTooMuch: (host: string, what: string) => `${host} sent ${what}.`,
  aLargeStream: (mb: string) => `a stream larger than ${mb} MB`,
  aLargeAnswer: (mb: string) => `an answer larger than ${mb} MB`,
  aLargeEvent: (mb: string) => `an event larger than ${mb} MB`,
  corruptStream: (host: string, what: string) => `${host} sent a corrupt stream: ${what}.`,
  pieceNoJson: () => 'a piece of the stream is not JSON',
  pieceNoObject: () => 'a piece of the stream is not a JSON object',
  piecesDiffer: () => 'the arguments of a call differ from their pieces',
  closedInAnswer: (host: string) => `${host} closed the connection in the middle of its answer.`,
  brokeOff: (host: string, why: string) => `${host} broke off its answer (${why}).`,
  noEndMarker: () => 'The provider ended its stream without an end marker.',
  badEnd: () => 'The stream did not end properly.',
  emptyAnswer: (host: string, why: string) =>
    `${host} gave an empty answer${why === '' ? '' : `: ${why}`}. Try again, or choose another model with /model.`,
  spentThinking: () => 'the output limit was used up by thinking',
  onlyThought: () => 'it only thought',
  announcedCall: () => 'it announced a tool call and made none',
  cancelled: () => 'Cancelled.',
  brokenConnection: (host: string, why: string) => `The connection to ${host} broke (${why}).`,
  tooLong: (said: string) => `The conversation is too long for the model${said}`,
  keyRefused: (host: string, status: string, said: string) => `${host} refused the key (${status})${said}`,
  checkKey: (from: string) => `Check ${from}.`,
  setKey: () => 'Set AGENT_API_KEY, or add the endpoint to auth.json.',
  modelUnknown: (host: string, status: string, said: string) =>
    `${host} does not know this model or path (${status})${said} "coder models" lists the models you can use.`,
  creditUsedUp: (host: string, said: string) => `${host} says that the credit is used up${said}`,
  rateLimited: (host: string, said: string) => `${host} limits the rate (429)${said}`,
  gaveUpWaiting: (host: string, said: string) => `${host} gave up waiting (408)${said}`,
  serverProblem: (host: string, status: string, said: string) => `${host} has a problem (${status})${said}`,
  requestRefused: (host: string, status: string, said: string) => `${host} refused the request (${status})${said}`,
});

export const faults = late(words);

const KEYS_FORM = 'It should hold {"openai": "key"}, with mode 0600.';

function foundIn(found: string): string {
  return found === '' ? 'the end of the file' : found;
}

function processOf(pid: string, host: string): string {
  return pid === '' ? 'another process' : `process ${pid}${host === '' ? '' : ` on ${host}`}`;
}

export type BasicFaultWords = ReturnType<typeof faults>;
