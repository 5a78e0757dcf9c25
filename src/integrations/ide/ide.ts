/** The connected editor: finds, connects, loses and reconnects it; tracks what the model was told about it and the diffs it shows. */

import { isAbsolute, join } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import { countLines } from '../../base/text/count-lines.ts';
import { cleanLine } from '../../base/text/sanitize.ts';
import type { Workspace } from '../../host/files/workspace.ts';
import type { EditorAnswer, IdeControl, IdeNews, IdeState, ListedEditor } from '../../protocol/ide.ts';
import { formatMention } from '../../protocol/mentions.ts';
import type { Session } from '../../protocol/session.ts';
import type { ProposedFile } from '../../protocol/tool.ts';
import type { Companion, CompanionEvents, EditorState, PointedAt } from './companion.ts';
import { contextText, type Shown, selectionText } from './context.ts';
import { type Discovery, discover, type Found, type Surroundings } from './discover.ts';
import { nameOf, shownState } from './shown-state.ts';

export interface IdeOptions extends Surroundings {
  resolve: Workspace['resolve'];
  /** Called once for each change: connected, lost, refused. */
  onChange(
    change: { kind: 'connected' | 'lost'; editor: string } | { kind: 'refused'; editor: string; why: string },
  ): void;
}

/** How long an editor may take to introduce itself. */
const HELLO_MS = 3_000;
/** How long several windows may take to report which one was viewed last. */
const FOCUS_MS = 300;
const MOST_WINDOWS = 4;
const ASK_MS = 400;
const MOST_MENTIONS = 20;
const LONGEST_WHY = 200;
/** More diffs at once would not be useful. */
const MOST_DIFFS = 8;

interface Connected {
  found: Found;
  companion: Companion;
  state(): EditorState | undefined;
  /** Resolves when the editor has reported what is open. */
  heard: Promise<void>;
  /** Places the person pointed at that the model has not been told about; the caller that passes them on removes them. */
  mentions: PointedAt[];
}

/** What the model was told, and in which session; void after a compaction. */
interface Told {
  session: string;
  entries: number;
  shown: Shown;
}

export interface Ide extends IdeControl {
  close(): void;
}

export function createIde(options: IdeOptions): Ide {
  const { resolve, onChange } = options;
  let discovery: Discovery = { found: [], passedOver: [] };
  let connected: Connected | undefined;
  let status: 'off' | 'connecting' | 'none' | { why: string } = 'none';
  let told: Told | undefined;
  /** Counts attempts; results of earlier ones are discarded. */
  let attempt = 0;

  return {
    state,
    async connect(port, signal) {
      disconnect();
      const mine = ++attempt;
      status = 'connecting';
      discovery = discover(options);
      const wanted = discovery.found.filter((found) => port === undefined || found.port === port);
      const choice = choicesOf(wanted);
      const opened = await Promise.all(choice.map((found) => open(found, signal)));
      const there = opened.flatMap((each) => ('companion' in each ? [each] : []));
      const best = await lastLookedAt(there);
      for (const each of there) if (each !== best || mine !== attempt) each.companion.close();
      if (mine !== attempt) return state();
      const failed = opened.find((each) => 'why' in each);
      connected = best;
      status = failed && 'why' in failed ? { why: failed.why } : 'none';
      if (best) onChange({ kind: 'connected', editor: best.found.name });
      else if (failed && 'why' in failed) onChange({ kind: 'refused', editor: choice[0]?.name ?? '', why: failed.why });
      return state();
    },
    disconnect() {
      attempt++;
      disconnect();
      status = 'off';
    },
    async news(log) {
      const there = connected;
      if (!there) return undefined;
      const shown = await shownState(there.state() ?? { files: [] }, resolve);
      const text = contextText(shown, knownIn(log));
      const pointed = there.mentions.slice();
      const mentions = (await Promise.all(pointed.map((place) => mentionOf(place, there.found)))).flatMap(
        (mention) => mention ?? [],
      );
      if (text === undefined && mentions.length === 0) return undefined;
      return {
        text: text ?? '',
        ...placeOf(shown),
        selectedLines: shown.selection ? countLines(shown.selection.text) : 0,
        openFiles: shown.files.length,
        mentions,
        told() {
          told = { session: log.id, entries: log.entries.length, shown };
          there.mentions.splice(0, pointed.length);
        },
      };
    },
    async selection() {
      if (!connected) return undefined;
      const reported = connected.state();
      const text = reported && selectionText(await shownState(reported, resolve));
      return text === undefined ? 'nothing' : { type: 'text', text };
    },
    async propose(files, signal) {
      if (!connected || files.length === 0 || files.length > MOST_DIFFS) return undefined;
      return propose(connected.companion, files, signal);
    },
    async unsaved(paths, signal) {
      const { isUnsaved } = connected?.companion ?? {};
      if (!isUnsaved) return [];
      const soon = AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)]);
      const answers = await Promise.all(paths.map((path) => isUnsaved(path, soon)));
      return paths.filter((_path, index) => answers[index]);
    },
    async problems(path, signal) {
      const soon = AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)]);
      const value = await connected?.companion.problems?.(path, soon);
      return value && connected && { ok: true, value, server: connected.found.name };
    },
    close: disconnect,
  };

  function state(): IdeState {
    const rest = {
      others: discovery.found.filter((found) => found !== connected?.found).map(listed),
      passedOver: discovery.passedOver,
    };
    if (connected) return { status: 'connected', editor: listed(connected.found), ...rest };
    return typeof status === 'string' ? { status, ...rest } : { status: 'failed', why: status.why, ...rest };
  }

  function disconnect(): void {
    const gone = connected;
    connected = undefined;
    gone?.companion.close();
  }

  async function open(found: Found, signal: AbortSignal): Promise<Connected | { why: string }> {
    let reported: EditorState | undefined;
    const mentions: PointedAt[] = [];
    const heard = Promise.withResolvers<void>();
    const events = {
      state(next: EditorState) {
        reported = next;
        heard.resolve();
      },
      pointedAt(place: PointedAt) {
        if (mentions.length < MOST_MENTIONS) mentions.push(place);
      },
      end() {
        if (connected?.found !== found) return;
        connected = undefined;
        onChange({ kind: 'lost', editor: found.name });
      },
    };
    const soon = AbortSignal.any([signal, AbortSignal.timeout(HELLO_MS)]);
    try {
      const companion = await connectTo(found, events, soon);
      return { found, companion, state: () => reported, heard: heard.promise, mentions };
    } catch (error) {
      return { why: cleanLine(messageOf(error)).slice(0, LONGEST_WHY) }; // may contain the other side's text
    }
  }

  /** What the model still knows about the editor. */
  function knownIn({ id, entries }: Pick<Session, 'id' | 'entries'>): Shown | undefined {
    if (!told || told.session !== id || entries.length < told.entries) return undefined;
    const isCompacted = entries.slice(told.entries).some(({ type }) => type === 'compaction');
    if (!isCompacted) told = { ...told, entries: entries.length };
    return isCompacted ? undefined : told.shown;
  }

  /** Plug-ins name the path relative to the folder that the editor has open. */
  async function mentionOf({ path: said, from, to }: PointedAt, { folders }: Found): Promise<string | undefined> {
    const path = isAbsolute(said) ? said : join(folders[0] ?? options.cwd, said);
    const name = await nameOf(path, resolve);
    if (name === undefined) return undefined;
    const { inside, kind } = await resolve(path);
    if (!inside || kind === 'missing') return undefined;
    const lines = from === undefined ? '' : `:${from}${to === undefined || to <= from ? '' : `-${to}`}`;
    return `${formatMention(name)}${lines}`;
  }
}

async function connectTo(found: Found, ...rest: [CompanionEvents, AbortSignal]): Promise<Companion> {
  if (found.protocol === 'http') return (await import('./http-companion.ts')).connectHttp(found, ...rest);
  return (await import('./socket-companion.ts')).connectSocket(found, ...rest);
}

/** The editor around this terminal, otherwise all that have the folder open. */
function choicesOf(found: readonly Found[]): readonly Found[] {
  const [first] = found;
  if (!first) return [];
  return first.isAround ? [first] : found.slice(0, MOST_WINDOWS);
}

/** Of several windows, the one with the latest focus; if they do not report it, the newest. */
async function lastLookedAt(there: readonly Connected[]): Promise<Connected | undefined> {
  if (there.length < 2) return there[0];
  const late = new Promise<void>((resolve) => setTimeout(resolve, FOCUS_MS));
  await Promise.race([Promise.all(there.map(({ heard }) => heard)), late]);
  const focus = ({ state }: Connected) => state()?.focusedAt ?? 0;
  return there.toSorted((a, b) => focus(b) - focus(a) || b.found.writtenAt - a.found.writtenAt)[0];
}

/** All files have to be accepted; a single rejection refuses the whole change. */
async function propose(
  companion: Companion,
  files: readonly ProposedFile[],
  signal: AbortSignal,
): Promise<EditorAnswer | undefined> {
  const texts = new Map<string, string>();
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const open = new Set(files.map(({ path }) => path));
  const answers = files.map(async (file) => {
    const answer = await companion.openDiff(file, until);
    if (answer.kind !== 'unable') open.delete(file.path);
    if (answer.kind === 'accepted') texts.set(file.path, answer.text);
    if (answer.kind !== 'accepted') over.abort(); // the others need no decision any more
    return answer.kind;
  });
  const kinds = await Promise.all(answers);
  const closed = await Promise.all([...open].map(async (path) => ({ path, text: await companion.closeDiff(path) })));
  for (const { path, text } of closed) if (text !== undefined) texts.set(path, text);
  if (kinds.every((kind) => kind === 'accepted')) return { choice: 'yes', texts };
  if (kinds.includes('rejected')) return { choice: 'no' };
  return signal.aborted ? { choice: 'closed', texts } : undefined;
}

function listed({ name, port, folders }: Found): ListedEditor {
  return { name, port, folders };
}

function placeOf({ active, cursor, selection }: Shown): Pick<IdeNews, 'place'> {
  if (active === undefined) return {};
  const line = selection?.from ?? cursor?.line;
  return { place: line === undefined ? active : `${active}:${line}` };
}
