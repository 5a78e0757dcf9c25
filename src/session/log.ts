/** A session on disk: an append-only log that is the truth, and beside it a snapshot made from it. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CoderError, isMissing, messageOf } from '../base/errors.ts';
import { makeStateFolder } from '../base/files/state-folder.ts';
import { newId } from '../base/ids.ts';
import type { Mask } from '../base/secrets/mask-long.ts';
import { type SteadyClock, steadyClock } from '../base/steady-clock.ts';
import { scanLines } from '../base/text/json-lines.ts';
import { INTERRUPTED } from '../log/answer-every-call.ts';
import { isSaid } from '../log/is-said.ts';
import { callsOf } from '../protocol/message.ts';
import type { Entry, EntryBody, Session } from '../protocol/session.ts';
import { type Fault, fault, faultError } from '../words/fault.ts';
import { isEntry, maskedEntry } from './entry.ts';
import { LogFile, readLog } from './log-file.ts';
import { snapshotOf } from './snapshot.ts';

export interface SessionOptions {
  /** `.coder/sessions` of the project; made when the first message is written. */
  folder: string;
  id: string;
  /** A new session; otherwise one that exists. */
  create: boolean;
  cwd: string;
  /** Of coder, for the record. */
  version: string;
  /** Puts placeholders where text holds secrets: what is in the log is what the model is sent. */
  mask: Mask;
  /** Called once, if the session cannot be written and continues in memory, or if part of it was damaged. */
  warn: (fault: Fault) => void;
  /** Absent: the machine's own. */
  clock?: SteadyClock;
  /** What is known of a call that coder was killed in; absent: nothing. */
  cutShort?: (callId: string) => string | undefined;
}

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const FORMAT = 1;
/** Written anew when an eighth is new, so that a session of any length writes a few times what it holds. */
const SNAPSHOT_GROWTH = 8;

/** `CoderError`: `session-not-found`, `session-damaged`, `session-version`, or `locked` by another process. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { folder, id, create } = options;
  if (!ID.test(id)) throw notFound(id);
  const path = join(folder, `${id}.jsonl`);
  if (create && existsSync(path)) throw faultError('session-exists', fault('sessionExists', id));
  return create ? new LoggedSession(options, path, []) : readSession(options, path);
}

/** What a session holds, to look at: nothing is locked, repaired or written. */
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
    trouble = error; // a read-only disk: it can still be read
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
  /** Lines that are not written yet: before the first message, and while the disk refuses them. */
  #unwritten: (string | Iterable<string>)[] = [];
  /** Cuts off a torn tail; tried until it succeeds, as nothing may be appended before. */
  #pendingRepair: (() => void) | undefined;
  /** Something was said since it was opened; a session that was only looked at stays as it is. */
  #isChanged = false;
  /** Nothing was said since the last time: the end of a turn is mostly also the end of the process. */
  #isSaved = false;
  /** How many entries the snapshot was last made of. */
  #inSnapshot = 0;
  #isWarned = false;
  readonly #clock: SteadyClock;
  /** Between a prompt and the end of its turn stamps tell how long things took, even if the system's clock is set meanwhile. */
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

  /** Settings and notes from before the first message wait for it: a mere look leaves no session behind. */
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

  /** The tail as it is before anything is appended to it. */
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

  /** The snapshot is made of the whole log: in a long session only once it has grown by a part of it, or when asked to be now. */
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
    if (isPrompt(entry)) this.#isTiming = true;
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
      this.warnOnce(error); // full, read-only or gone: in any case the conversation continues
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
      this.#isSaved = this.#unwritten.length === 0; // what is said from here on is for the next time
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
    const { writeAtomic } = await import('../base/files/atomic-write.ts');
    const text = await snapshotOf(id, this.entries.slice(), mask);
    await writeAtomic(join(folder, `${id}.json`), text, { mode: 0o600 });
  }

  #startOver(): void {
    this.#file?.close();
    this.#file = undefined;
    this.#unwritten = this.entries.map((entry) => maskedEntry(entry, this.#options.mask).line);
  }
}

function isPrompt(entry: Entry): boolean {
  return entry.type === 'message' && entry.message.role === 'user';
}

/** Calls at the end of the log that have no result: coder ended while they ran. */
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
