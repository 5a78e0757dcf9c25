/**
 * A sentence for a person from a layer that knows no languages: its English, and its name in the words of every language. The English is the
 * first parameter, so that it is written once.
 */

import { CoderError, messageOf } from './errors.ts';

export type SentenceName =
  // connections
  | 'proxySilent'
  | 'proxyRefused'
  | 'proxyBad'
  | 'encodingUnknown'
  // why an editor is not connected
  | 'editorStatus'
  | 'editorNoWebSocket'
  | 'editorBusy'
  | 'editorTooLong'
  | 'editorLate'
  // files
  | 'lockHeld'
  | 'stateNoFolder'
  // the program that prints a key
  | 'keyCommandLate'
  | 'keyCommandMissing'
  | 'keyCommandFailed'
  | 'keyCommandSilent'
  // why there is no sandbox
  | 'sandboxOff'
  | 'sandboxNoHome'
  | 'sandboxHomeInside'
  | 'sandboxUnsupported'
  | 'sandboxInstall'
  | 'sandboxUntried'
  | 'sandboxNoSeatbelt'
  | 'sandboxRanNothing'
  | 'sandboxConfinesNothing'
  | 'sandboxNoNamespaces'
  | 'sandboxFailed'
  // what a message mentions with @
  | 'mentionMissing'
  | 'mentionOutside'
  | 'mentionOff'
  | 'mentionNoMemory'
  // what undo does not cover, and why
  | 'unkeptIrregular'
  | 'unkeptUnreadable'
  | 'unkeptNoRoom'
  | 'unkeptNoTime'
  | 'unkeptTooLarge'
  | 'uncoveredTree'
  | 'uncoveredPlace'
  | 'uncoveredIgnored'
  | 'uncoveredMore'
  | 'uncoveredKilled'
  | 'undoBytesGone'
  | 'leftChanged'
  | 'leftRefused'
  | 'leftBecause'
  | 'andSomeMore'
  | 'undoProtected'
  // why there is no worktree
  | 'noCommitYet'
  | 'noSuchCommit'
  | 'worktreeNoRepository'
  | 'worktreeBadName'
  | 'worktreeExists'
  | 'worktreeNoBranch'
  // why a worktree is kept
  | 'keptTooMany'
  | 'keptHead'
  | 'keptOperation'
  | 'keptMount'
  | 'keptIndex'
  | 'keptLocked'
  | 'keptForeign'
  | 'keptElsewhere'
  | 'keptRepository'
  | 'keptNoFolder';

/** Has the form of a `Fault`. */
export interface NamedText {
  text: string;
  says: readonly (readonly string[])[];
}

export function named(name: SentenceName, text: string, ...parameters: readonly string[]): NamedText {
  return { text, says: [[name, text, ...parameters]] };
}

/** What an error says; without a name if it has none. */
export function namedIn(error: unknown): NamedText {
  const says = error instanceof CoderError ? error.details?.['says'] : undefined;
  return { text: messageOf(error), says: Array.isArray(says) ? (says as NamedText['says']) : [] };
}

/** In someone else's words, such as git's. */
export function unnamed(text: string): NamedText {
  return { text, says: [] };
}

export function namedError(code: string, { text, says }: NamedText, options: { cause?: unknown } = {}): CoderError {
  return new CoderError(code, text, { ...options, details: { says } });
}
