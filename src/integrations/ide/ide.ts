/** The connected editor: finds, connects, loses and reconnects it, and asks it. */

import type { Workspace } from '../../host/files/workspace.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { IdeControl, IdeState, ListedEditor } from '../../protocol/ide.ts';
import type { Companion } from './companion.ts';
import { selectionText } from './context.ts';
import { type Discovery, discover, type FoundEditor, type Surroundings } from './discover.ts';
import { createEditorNews } from './editor-news.ts';
import { choicesOf, lastLookedAt, type OpenEditor, openEditor } from './open-editor.ts';
import { proposeDiffs } from './propose-diffs.ts';
import { shownState } from './shown-state.ts';

export interface IdeOptions extends Surroundings {
  resolve: Workspace['resolve'];
  /** Called once for each change: connected, lost, refused. */
  onChange(
    change: { kind: 'connected' | 'lost'; editor: string } | { kind: 'refused'; editor: string; why: Fault },
  ): void;
}

const ASK_MS = 400;

export interface Ide extends IdeControl {
  close(): void;
}

export function createIde(options: IdeOptions): Ide {
  const { resolve, onChange } = options;
  const newsOf = createEditorNews(options);
  let discovery: Discovery = { found: [], passedOver: [] };
  let connected: OpenEditor | undefined;
  let status: 'off' | 'connecting' | 'none' | { why: Fault } = 'none';
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
      const opened = await Promise.all(choice.map((found) => openEditor(found, () => noteEnd(found), signal)));
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
      return connected && newsOf(connected, log);
    },
    async selection() {
      if (!connected) return undefined;
      const reported = connected.state();
      const text = reported && selectionText(await shownState(reported, resolve));
      return text === undefined ? 'nothing' : { type: 'text', text };
    },
    async propose(files, signal) {
      return connected && proposeDiffs(connected.companion, files, signal);
    },
    async unsaved(paths, signal) {
      return connected ? unsavedIn(connected.companion, paths, signal) : [];
    },
    async problems(path, signal) {
      const soon = AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)]);
      const value = await connected?.companion.problems?.(path, soon);
      return value && connected && { ok: true, value, server: connected.found.name || 'the editor' };
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

  function noteEnd(found: FoundEditor): void {
    if (connected?.found !== found) return;
    connected = undefined;
    onChange({ kind: 'lost', editor: found.name });
  }
}

function listed({ name, port, folders }: FoundEditor): ListedEditor {
  return { name, port, folders };
}

async function unsavedIn({ isUnsaved }: Companion, paths: readonly string[], signal: AbortSignal): Promise<string[]> {
  if (!isUnsaved) return [];
  const soon = AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)]);
  const answers = await Promise.all(paths.map((path) => isUnsaved(path, soon)));
  return paths.filter((_path, index) => answers[index]);
}
