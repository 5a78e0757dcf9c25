/** A session on disk: an append-only log that is the truth, and beside it a snapshot built from it. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CoderError, isMissing, messageOf } from '../base/errors.ts';
import { writeAtomic } from '../base/files/atomic-write.ts';
import { makeStateFolder } from '../base/files/state-folder.ts';
import { newId } from '../base/ids.ts';
import type { Mask } from '../base/secrets/mask-long.ts';
import { type SteadyClock, steadyClock } from '../base/steady-clock.ts';
import { scanLines } from '../base/text/json-lines.ts';
import { INTERRUPTED } from '../log/answer-every-call.ts';
import { isSaid } from '../log/is-said.ts';
import type { Fault } from '../protocol/fault.ts';
import { callsOf } from '../protocol/message.ts';
import type { Entry, EntryBody, Session } from '../protocol/session.ts';
import { fault, faultError } from '../words/fault.ts';
import { isEntry, maskedEntry } from './entry.ts';
import { LogFile, readLog } from './log-file.ts';
import { snapshotOf } from './snapshot.ts';

export interface SessionOptions {
  /** `.coder/sessions` of the project; created when the first message is written. */
  folder: string;
  id: string;
  /** True for a new session, false for one that exists. */
  create: boolean;
  cwd: string;
  /** coder's version, for the record. */
  version: string;
  /** Replaces secrets in text by placeholders, so that the log contains what the model is sent. */
  mask: Mask;
  /** Called if the session cannot be written and continues in memory, or if part of it was damaged. */
  warn: (fault: Fault) => void;
  /** Absent: the machine's clock. */
  clock?: SteadyClock;
  /** What is known about a call during which coder was killed; absent: nothing. */
  cutShort?: (callId: string) => string | undefined;
}

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const FORMAT = 1;
/**
 * The snapshot is rewritten once an eighth of the entries is new, so that the total written stays a small multiple of the session's size.
 */
const SNAPSHOT_GROWTH = 8;

/** Throws `CoderError`: `session-not-found`, `session-damaged`, `session-version`, or `locked` by another process. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { folder, id, create } = options;
  if (!ID.test(id)) throw notFound(id);
  const path = join(folder, `${id}.jsonl`);
  if (create && existsSync(path)) throw faultError('session-exists', fault('sessionExists', id));
  return create ? new LoggedSession(options, path, []) : readSession(options, path);
}

/** The entries of a session, for reading only: nothing is locked, repaired or written. */
export function readEntries(folder: string, id: string): Entry[] {
  if (!ID.test(id)) throw notFound(id);
  const path = join(folder, `${id}.jsonl`);
  let bytes: Buffer;
  try {
    bytes = readLog(path);
  } catch (error) {
    if (isMissing(error)) throw notFound(id);
    throw error;
  }
  return checkedEntries(scanLines(bytes).values, id, path);
}

function notFound(id: string): CoderError {
  const shown = id.replace(/[^\x20-\x7e]/g, '?').slice(0, 64);
  return faultError('session-not-found', fault('sessionNotFound', shown));
}

function readSession(options: SessionOptions, path: string): Session {
  const { id } = options;
  if (!existsSync(path)) throw notFound(id);
  let file: LogFile | undefined;
  let trouble: unknown;
  try {
    file = LogFile.open(path, 'existing');
  } catch (error) {
    if (isMissing(error)) throw notFound(id);
    if (error instanceof CoderError) throw error;
    trouble = error; // on a read-only disk, the log can still be read
  }
  try {
    const bytes = file ? file.read() : readLog(path);
    const scanned = scanLines(bytes);
    const entries = checkedEntries(scanned.values, id, path);
    const session = new LoggedSession(options, path, entries, file);
    session.repair(bytes, scanned.end, scanned.unended);
    if (trouble) session.warnOnce(trouble);
    if (scanned.damaged > 0) options.warn(fault('sessionLines', id, String(scanned.damaged)));
    return session;
  } catch (error) {
    file?.close();
    throw error;
  }
}

function checkedEntries(values: readonly unknown[], id: string, path: string): Entry[] {
  const entries = values.filter(isEntry);
  const start = entries.find((entry) => entry.type === 'start');
  if (!start) throw faultError('session-damaged', fault('sessionDamaged', id, path));
  if (start.version !== FORMAT) {
    throw faultError('session-version', fault('sessionVersion', id, start.coder));
  }
  return entries;
}

class LoggedSession implements Session {
  readonly id: string;
  readonly entries: Entry[];
  readonly #options: SessionOptions;
  readonly #path: string;
  #file: LogFile | undefined;
  /** Lines not written yet: those before the first message, and those the disk refuses. */
  #unwritten: (string | Iterable<string>)[] = [];
  /** Cuts off a torn tail; retried until it succeeds, because nothing may be appended before. */
  #pendingRepair: (() => void) | undefined;
  /** Something was added since the session was opened; a session that was only viewed stays unchanged. */
  #isChanged = false;
  /** Nothing was added since the last save; the end of a turn is mostly also the end of the process. */
  #isSaved = false;
  /** Number of entries in the last snapshot. */
  #inSnapshot = 0;
  #isWarned = false;
  readonly #clock: SteadyClock;
  /** True from a prompt to the end of its turn, when timestamps must show durations even if the system's clock is changed. */
  #isTiming = false;
  #isClosed = false;
  #saving: Promise<void> = Promise.resolve();
  #queuedSave: Promise<void> | undefined;
  #wantsSnapshot = false;

  constructor(options: SessionOptions, path: string, entries: Entry[], file?: LogFile) {
    this.id = options.id;
    this.entries = entries;
    this.#options = options;
    this.#clock = options.clock ?? steadyClock();
    this.#path = path;
    this.#file = file;
    const { id, cwd, version } = options;
    this.#add({ type: 'start', version: FORMAT, session: id, cwd, coder: version });
  }

  /** Settings and notes from before the first message wait for it, so that merely starting coder leaves no session behind. */
  async append(body: EntryBody): Promise<Entry> {
    if (this.#isClosed) throw faultError('session-closed', fault('sessionClosed', this.id));
    const entry = this.#add(body);
    this.#isChanged = true;
    this.#isSaved = false;
    if (this.#file || isSaid(body)) this.#flush();
    return entry;
  }

  now(): number {
    if (!this.#isTiming) this.#clock.sync();
    return this.#clock.now();
  }

  /** Prepares the end of the log for appending: cuts a torn tail, ends an open line, and records a result for unanswered calls. */
  repair(bytes: Buffer, end: number, unended: boolean): void {
    if (end < bytes.length) this.#pendingRepair = () => this.#file?.cutTail(bytes, end);
    else if (unended) this.#unwritten.unshift('\n');
    const lost = unansweredCalls(this.entries);
    for (const { turn, prompt, callId, name } of lost) {
      const known = this.#options.cutShort?.(callId);
      const outcome = known === undefined ? INTERRUPTED : { ...INTERRUPTED, error: known };
      this.#add({ type: 'message', turn, prompt, message: { role: 'tool', callId, name, outcome } });
    }
    this.#isChanged = this.#pendingRepair !== undefined || unended || lost.length > 0;
    if (this.#isChanged) this.#flush();
  }

  /** The snapshot covers the whole log, so in a long session it is only rewritten once the log has grown enough, or with `now`. */
  save(snapshot: 'due' | 'now' = 'due'): Promise<void> {
    this.#wantsSnapshot ||= snapshot === 'now';
    this.#queuedSave ??= this.#saving.then(() => {
      this.#queuedSave = undefined;
      this.#saving = this.#saveNow();
      return this.#saving;
    });
    return this.#queuedSave;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    await this.save('now');
    this.#isClosed = true;
    this.#file?.close();
    if (this.#isWarned && this.#isChanged && this.#unwritten.length > 0 && this.entries.some(isSaid))
      this.#options.warn(fault('sessionLost', this.id));
  }

  warnOnce(error: unknown): void {
    if (this.#isWarned) return;
    this.#isWarned = true;
    this.#options.warn(fault('sessionUnsaved', messageOf(error)));
  }

  #add(body: EntryBody): Entry {
    const { entry, line } = maskedEntry<Entry>({ ...body, id: newId('e'), at: this.now() }, this.#options.mask);
    if (startsTurn(entry)) this.#isTiming = true;
    if (entry.type === 'turn-end') this.#isTiming = false;
    this.#unwritten.push(line);
    this.entries.push(entry);
    return entry;
  }

  #flush(): void {
    if (this.#unwritten.length === 0 && !this.#pendingRepair) return;
    try {
      this.#file ??= this.#openFile();
      this.#pendingRepair?.();
      this.#pendingRepair = undefined;
      this.#file.write(this.#unwritten);
      this.#unwritten = [];
    } catch (error) {
      this.warnOnce(error); // disk full, read-only or gone: the conversation continues anyway
    }
  }

  #openFile(): LogFile {
    makeStateFolder(this.#options.folder);
    return LogFile.open(this.#path, existsSync(this.#path) ? 'existing' : 'new');
  }

  async #saveNow(): Promise<void> {
    if (!this.#isChanged || !this.entries.some(isSaid)) return;
    try {
      const isDeleted = this.#file?.isDeleted() ?? false;
      const isBehind = this.#wantsSnapshot && this.#inSnapshot < this.entries.length;
      if (this.#isSaved && !isDeleted && !isBehind) return;
      if (isDeleted) this.#startOver();
      this.#flush();
      this.#isSaved = this.#unwritten.length === 0; // anything added from here on belongs to the next save
      if (this.#file) await Promise.all([this.#file.sync(), this.#isSnapshotDue() && this.#writeSnapshot()]);
    } catch (error) {
      this.#isSaved = false;
      this.warnOnce(error);
    }
  }

  #isSnapshotDue(): boolean {
    const isNew = this.entries.length - this.#inSnapshot;
    return this.#wantsSnapshot || isNew * SNAPSHOT_GROWTH >= this.entries.length;
  }

  async #writeSnapshot(): Promise<void> {
    const { folder, id, mask } = this.#options;
    this.#wantsSnapshot = false;
    this.#inSnapshot = this.entries.length;
    const text = await snapshotOf(id, this.entries.slice(), mask);
    await writeAtomic(join(folder, `${id}.json`), text, { mode: 0o600 });
  }

  #startOver(): void {
    this.#file?.close();
    this.#file = undefined;
    this.#unwritten = this.entries.map((entry) => maskedEntry(entry, this.#options.mask).line);
  }
}

/** Messages that coder writes start a turn as well: `Please continue.` */
function startsTurn(entry: Entry): boolean {
  return entry.type === 'message' && entry.message.role === 'user';
}

/** Calls at the end of the log without a result: coder ended while they ran. */
function unansweredCalls(entries: readonly Entry[]) {
  const last = entries.findLastIndex((entry) => entry.type === 'message' && entry.message.role === 'assistant');
  const entry = entries[last];
  if (entry?.type !== 'message' || entry.message.role !== 'assistant') return [];
  const { turn, prompt } = entry;
  const answered = new Set(
    entries
      .slice(last + 1)
      .flatMap((later) => (later.type === 'message' && later.message.role === 'tool' ? [later.message.callId] : [])),
  );
  const calls = callsOf(entry.message.content).filter(({ id }) => !answered.has(id));
  return calls.map(({ id, name }) => ({ turn, prompt, callId: id, name }));
}
