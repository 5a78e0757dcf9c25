/** What the machine and the network report; the English is where it is reported, and comes as the first parameter. */

import { late } from '../../../base/late.ts';
import type { SentenceName } from '../../../base/named-text.ts';

const words = () => ({
  // connections
  proxySilent: (said: string, _proxy: string) => said,
  proxyRefused: (said: string, _proxy: string, _status: string) => said,
  proxyBad: (said: string, _variable: string) => said,
  encodingUnknown: (said: string, _encoding: string) => said,

  // why an editor is not connected
  editorStatus: (said: string, _status: string) => said,
  editorNoWebSocket: (said: string) => said,
  editorBusy: (said: string) => said,
  editorTooLong: (said: string) => said,
  editorLate: (said: string) => said,

  // files
  lockHeld: (said: string, _pid: string, _host: string, _path: string) => said,
  stateNoFolder: (said: string, _folder: string) => said,

  // the program that prints a key
  keyCommandLate: (said: string, _program: string, _seconds: string) => said,
  keyCommandMissing: (said: string, _program: string) => said,
  keyCommandFailed: (said: string, _program: string, _code: string) => said,
  keyCommandSilent: (said: string, _program: string) => said,

  // why there is no sandbox
  sandboxOff: (said: string) => said,
  sandboxNoHome: (said: string) => said,
  sandboxHomeInside: (said: string, _root: string) => said,
  sandboxUnsupported: (said: string) => said,
  sandboxInstall: (said: string) => said,
  sandboxUntried: (said: string) => said,
  sandboxNoSeatbelt: (said: string) => said,
  sandboxRanNothing: (said: string, _program: string) => said,
  sandboxConfinesNothing: (said: string, _program: string) => said,
  sandboxNoNamespaces: (said: string, _program: string) => said,
  sandboxFailed: (said: string, _program: string, _why: string) => said,

  // what a message mentions with @
  mentionMissing: (said: string) => said,
  mentionOutside: (said: string) => said,
  mentionOff: (said: string) => said,
  mentionNoMemory: (said: string) => said,

  // what undo does not cover, and why
  unkeptIrregular: (said: string) => said,
  unkeptUnreadable: (said: string) => said,
  unkeptNoRoom: (said: string) => said,
  unkeptNoTime: (said: string) => said,
  unkeptTooLarge: (said: string, _mb: string) => said,
  uncoveredTree: (said: string, _root: string) => said,
  uncoveredPlace: (said: string, _path: string) => said,
  uncoveredIgnored: (said: string, _names: string) => said,
  uncoveredMore: (said: string, _count: string) => said,
  uncoveredKilled: (said: string, _line: string) => said,
  leftChanged: (said: string, _path: string) => said,
  leftRefused: (said: string, _path: string, _refusal: string) => said,
  leftBecause: (said: string, _path: string, _why: string) => said,
  andSomeMore: (said: string, _count: string) => said,
  undoBytesGone: (said: string) => said,
  undoProtected: (said: string) => said,

  // why there is no worktree; `why` is what git adds, or empty
  noCommitYet: (said: string, _why: string) => said,
  noSuchCommit: (said: string, _base: string, _why: string) => said,
  worktreeNoRepository: (said: string, _folder: string) => said,
  worktreeBadName: (said: string, _name: string) => said,
  worktreeExists: (said: string, _name: string, _path: string) => said,
  worktreeNoBranch: (said: string, _branch: string) => said,

  // why a worktree is kept
  keptTooMany: (said: string) => said,
  keptHead: (said: string) => said,
  keptOperation: (said: string, _what: string) => said,
  keptMount: (said: string, _path: string) => said,
  keptIndex: (said: string) => said,
  keptLocked: (said: string, _by: string) => said,
  keptForeign: (said: string, _path: string) => said,
  keptElsewhere: (said: string, _path: string, _root: string) => said,
  keptRepository: (said: string, _path: string) => said,
  keptNoFolder: (said: string, _path: string) => said,
});

type Sentences = Record<SentenceName, (said: string, ...more: string[]) => string>;

export const machineFaults = late(words satisfies () => Sentences);

export type MachineFaultWords = ReturnType<typeof machineFaults>;
