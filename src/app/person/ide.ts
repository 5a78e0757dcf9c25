/** The editor beside the terminal: looked for by a few file names once the prompt is shown, loaded only if there may be one. */

import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { elapsedMs } from '../../base/elapsed.ts';
import { homeFolder } from '../../base/files/home-folder.ts';
import type { Machine } from '../../core/engine.ts';
import type { Ide } from '../../integrations/ide/ide.ts';
import { mayBeThere } from '../../integrations/ide/may-be-there.ts';
import type { IdeControl, IdeState } from '../../protocol/ide.ts';
import type { CodeIntelligence } from '../../protocol/lsp.ts';
import { parseMentions } from '../../protocol/mentions.ts';
import type { Part } from '../../protocol/message.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { saidIn } from '../../words/fault.ts';
import type { Words } from '../../words/words.ts';
import type { Host } from '../machine.ts';
import type { Run } from '../run.ts';

export interface AppIde extends IdeControl {
  close(): void;
}

/** Minimum time between two looks: each costs a few file names, and an editor that refuses is not asked with every prompt. */
const AGAIN_MS = 10_000;
const NOTHING: IdeState = { status: 'none', others: [], passedOver: [] };

/** Only for a person at a terminal, so that a script gets the same answer whatever is open on its machine. */
export function createAppIde(
  { app, options, person }: Run,
  { workspace }: Host,
  words: Pick<Words, 'ide' | 'faults'>,
): AppIde | undefined {
  if (!options.screen || !options.attended) return undefined;
  const { env, cwd } = options;
  const around = { env, home: homeFolder(env), temporary: env.TMPDIR || tmpdir(), cwd };
  const starting = new AbortController();
  let ide: Ide | undefined;
  let isWanted = app.settings.ide.connect === 'auto';
  let lookedAt = 0;
  setImmediate(look);

  return {
    state: () => ide?.state() ?? (isWanted ? NOTHING : { ...NOTHING, status: 'off' }),
    async news(log) {
      if (ide?.state().status !== 'connected') look(); // for the next prompt; nothing waits for it
      return ide?.news(log);
    },
    selection: async () => ide?.selection(),
    propose: async (files, signal) => ide?.propose(files, signal),
    unsaved: async (paths, signal) => ide?.unsaved(paths, signal) ?? [],
    problems: async (path, signal) => ide?.problems(path, signal),
    async connect(port, signal) {
      isWanted = true;
      return (await load()).connect(port, signal);
    },
    disconnect() {
      isWanted = false;
      ide?.disconnect();
    },
    close() {
      starting.abort();
      ide?.close();
    },
  };

  function look(): void {
    const now = elapsedMs();
    if (!isWanted || starting.signal.aborted || (lookedAt > 0 && now - lookedAt < AGAIN_MS)) return;
    lookedAt = now;
    if (!mayBeThere(around)) return;
    void load().then((loaded) => {
      const { status } = loaded.state();
      if (isWanted && status !== 'connected' && status !== 'connecting')
        return loaded.connect(undefined, starting.signal);
    });
  }

  async function load(): Promise<Ide> {
    const { createIde } = await import('../../integrations/ide/ide.ts');
    ide ??= createIde({
      ...around,
      resolve: workspace.resolve,
      onChange(change) {
        if (starting.signal.aborted) return;
        const { ide: say, faults } = words;
        const editor = change.editor || say.anEditor;
        const title =
          change.kind === 'refused' ? say.refused(editor, saidIn(change.why, faults)) : say[change.kind](editor);
        person.emit({ type: 'notice', level: change.kind === 'refused' ? 'warn' : 'info', view: { title } });
      },
    });
    return ide;
  }
}

const SELECTION = 'selection';

/** Resolves `@selection` to the editor's selection, unless a file has that name. */
export function withIde(machine: Machine, ide: AppIde | undefined): Machine {
  if (!ide) return machine;
  return {
    ...machine,
    async attach(text, signal) {
      const attached = await machine.attach(text, signal);
      if (!attached.ok || !parseMentions(text).some(({ path, lines }) => path === SELECTION && !lines)) return attached;
      const selected = await ide.selection();
      if (selected === undefined) return attached;
      if (selected === 'nothing')
        return { ok: false, error: extensionFault('at', `@${SELECTION}`, extensionFault('mentionNoSelection')) };
      const parts: Part[] = [...attached.parts, selected];
      return { ok: true, parts };
    },
    async close() {
      ide.close();
      await machine.close();
    },
  };
}

/** Asks the editor for problems before starting a language server, which is asked only if the editor reports none. */
export function withEditorProblems(
  code: CodeIntelligence,
  ide: AppIde | undefined,
  isFresh: Freshness,
): CodeIntelligence {
  if (!ide) return code;
  return {
    ...code,
    async diagnostics(path, signal) {
      const known = isFresh(path) ? await ide.problems(path, signal) : undefined;
      return known?.ok && known.value.length > 0 ? known : code.diagnostics(path, signal);
    },
  };
}

type Freshness = (path: string) => boolean;

/** True if the file has not changed since coder began; an editor may lag behind later changes. */
export function isOlderThan(began: number): Freshness {
  return (path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? began) < began;
}
