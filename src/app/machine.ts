/** The machine a run works on: its workspace, its children, its terminals, and the engine's narrow view of them. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { homeFolder } from '../base/files/home-folder.ts';
import { classifyName, createResolver, type Resolve } from '../base/net/url-reach.ts';
import type { Machine } from '../core/engine.ts';
import type { UndoneCall } from '../host/files/recover-writes.ts';
import { createResultSaver } from '../host/files/save-result.ts';
import { createWorkspace, type Workspace } from '../host/files/workspace.ts';
import { createWriteJournal, type WriteJournal } from '../host/files/write-journal.ts';
import { childEnvironment } from '../host/process/child-env.ts';
import { createProcesses, type Processes } from '../host/process/process.ts';
import { lazySandbox } from '../host/sandbox/lazy-sandbox.ts';
import type { Sandbox } from '../host/sandbox/session.ts';
import { lateSearch } from '../host/search/late-search.ts';
import type { Search } from '../host/search/search.ts';
import { createTerminals, type Terminals } from '../host/terminal/terminals.ts';
import { parseMentions } from '../protocol/mentions.ts';
import type { SandboxControl } from '../protocol/sandbox.ts';
import type { Tool } from '../protocol/tool.ts';
import { projectKey } from '../session/grants.ts';
import { attach } from '../tools/attach.ts';
import { createSeenFiles, type SeenFiles } from '../tools/seen-files.ts';
import type { TurnWords } from '../words/en/turn.ts';
import type { AppSettings } from './load-app-settings.ts';
import { withEditor } from './person/editor-files.ts';
import type { RunSecrets } from './person/secrets.ts';
import type { PromptSource } from './prompt/prompt-source.ts';
import { keyOf, type Run } from './run.ts';
import { trustedFiles } from './trust/trusted-files.ts';

export interface Host {
  workspace: Workspace;
  journal: WriteJournal;
  /** The environment of children, built for the first one. */
  env(): NodeJS.ProcessEnv;
  processes: Processes;
  terminals: Terminals;
  search: Search;
  sandbox: Sandbox;
  /** Hidden in command output that is kept. */
  secrets: RunSecrets;
  resolveName: Resolve;
  /** Files the model has read in this session. */
  seen: SeenFiles;
}

/** How much output of a trial is kept. */
const TRIED_BYTES = 4000;
/** The PATH on which the sandbox's holder process finds `mount` and `sleep`. */
const SYSTEM_PATH = '/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin';

/** `marker` is in the environment of every child, so that none is left behind. */
export function createHost({ app, options, choice, person, secrets, warn }: Run, marker: string, say: TurnWords): Host {
  const { settings, folder } = app;
  const key = keyOf(choice);
  const onWritten = (path: string) => host.sandbox.door?.accept(path);
  const journal = createWriteJournal({
    notes: () => notesFolder(app, options.cwd),
    locks: join(app.home, 'locks'),
    onWritten,
  });
  const onDisk = createWorkspace({
    root: options.cwd,
    extraRoots: settings.add_dirs,
    withheld: [join(app.home, 'auth.json'), join(app.home, 'placeholder-key')],
    journal,
  });
  const workspace = options.editor ? withEditor(onDisk, options.editor, onWritten) : onDisk;
  const passed = { keep: settings.safety.keep_env, roots: workspace.roots, secretValues: key ? [key] : [] };
  const inherited: { env?: NodeJS.ProcessEnv; inTerminal?: NodeJS.ProcessEnv } = {}; // checks all of PATH, so only for a child
  const env = () => (inherited.env ??= childEnvironment(options.env, passed));
  const inTerminal = () => (inherited.inTerminal ??= childEnvironment(options.env, { ...passed, terminal: true }));
  const resolveName = createResolver(); // one cache for all hosts
  const host: Host = {
    workspace,
    journal,
    env,
    processes: createProcesses({
      get env() {
        return env();
      },
      marker,
    }),
    terminals: createTerminals({
      get env() {
        return inTerminal();
      },
      marker,
      cacheDir: join(folder, 'cache', 'pty'),
      share: settings.pty.share_input,
      secrets,
      emit: person.emit,
    }),
    search: lateSearch({
      get env() {
        return env();
      },
      avoid: workspace.roots,
      onChanged: (path) => warn(say.nativeChanged(path)),
    }),
    secrets,
    sandbox: lazySandbox({
      mode: settings.sandbox.mode,
      roots: workspace.roots,
      home: homeFolder(options.env),
      env: { PATH: SYSTEM_PATH },
      hosts: {
        resolve: resolveName,
        env: options.env,
        allowed: settings.sandbox.hosts.map((host) => host.toLowerCase()),
        attended: options.attended,
      },
      personEnv: options.env,
      opensPorts: settings.sandbox.ports,
      ...(settings.sandbox.home_bytes > 0 && { homeBytes: settings.sandbox.home_bytes }),
    }),
    resolveName,
    seen: createSeenFiles(),
  };
  return host;
}

/** The folder where coder notes what it is writing. */
function notesFolder({ home }: AppSettings, cwd: string): string {
  return join(home, 'projects', projectKey(cwd), 'writing');
}

/** Cleans up after a coder that was killed here; usually there is nothing to do. */
export async function recoverHere(run: Run): Promise<UndoneCall[]> {
  const { app, options } = run;
  if (!existsSync(join(app.home, 'projects'))) return [];
  const folder = notesFolder(app, options.cwd);
  if (!existsSync(folder)) return [];
  const { recoverWrites } = await import('../host/files/recover-writes.ts');
  const workspace = createWorkspace({ root: options.cwd, extraRoots: app.settings.add_dirs });
  return recoverWrites(folder, workspace, async (noted) => {
    const { undoRecovery } = await import('./session/undo-recovery.ts');
    return undoRecovery(run, workspace)(noted);
  });
}

function sandboxControl({ sandbox, processes }: Host, timeoutMs: number): SandboxControl {
  return {
    status: sandbox.status,
    async attempt(line, cwd, signal) {
      const trial = await sandbox.openTrial();
      if (!trial) return undefined;
      try {
        const wrap = (argv: readonly string[]) => trial.wrap(argv, cwd);
        const { exitCode, stdout, stderr } = await processes.run(
          { line, cwd, timeoutMs, keepBytes: TRIED_BYTES, wrap },
          signal,
        );
        return { exitCode, output: `${stdout}${stderr}`, ...trial.seen() };
      } finally {
        trial.close();
      }
    },
    get layerInUse() {
      return sandbox.layerInUse;
    },
    openPorts: sandbox.openPorts,
    async changes() {
      const { layerChanges } = await import('../host/sandbox/layers/home-layer.ts');
      return sandbox.homeLayer === undefined ? [] : layerChanges(sandbox.homeLayer);
    },
    async holds(path) {
      const { nameInLayer } = await import('../host/sandbox/layers/home-layer.ts');
      const { homeLayer, layout } = sandbox;
      return homeLayer !== undefined && layout !== undefined && nameInLayer(homeLayer, layout.home, path) !== undefined;
    },
    async keep(path) {
      const { keepFromLayer } = await import('../host/sandbox/layers/home-layer.ts');
      const { homeLayer, layout } = sandbox;
      return homeLayer === undefined || !layout ? 'missing' : keepFromLayer(homeLayer, layout.home, path);
    },
  };
}

export function machineOf(
  host: Host,
  tools: ReadonlyMap<string, Tool>,
  { app, mask, secrets }: Run,
  remembered: PromptSource['remembered'],
): Machine {
  const { workspace, processes, terminals } = host;
  const { root, roots } = workspace;
  return {
    async resolve(path) {
      const { absolute, inside, protected: isProtected, withheld } = await workspace.resolve(path);
      return { path: absolute, inside, protected: isProtected, ...(withheld && { withheld }) };
    },
    async reach(url) {
      return { name: URL.parse(url)?.hostname ?? url, private: classifyName(url).kind === 'private' };
    },
    async attach(text, signal) {
      const places = await Promise.all(parseMentions(text).map(({ path }) => workspace.resolve(path)));
      await secrets.look(places.map(({ absolute }) => absolute));
      return attach(text, { workspace, tools, remembered }, signal);
    },
    sandbox: sandboxControl(host, app.settings.safety.command_timeout_ms),
    async measure(targets, signal) {
      const { measureTargets } = await import('../host/files/blast-radius.ts');
      return measureTargets(targets, roots, signal);
    },
    saveResult: createResultSaver(root, join(app.folder, 'cache', 'results'), mask),
    async project() {
      return trustedFiles(root, app.trust);
    },
    async contentMark(paths) {
      const { contentMark } = await import('../host/files/content-mark.ts');
      return contentMark(root, paths);
    },
    async treeState(signal) {
      const { treeState } = await import('../host/files/tree-state.ts');
      return treeState(root, signal);
    },
    terminals,
    jobs: () => processes.jobs,
    async close() {
      await Promise.all([processes.close(), terminals.close()]);
      await host.sandbox.close();
    },
  };
}
