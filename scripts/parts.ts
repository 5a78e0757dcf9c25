/** Decides which modules of src are loaded together. Every file costs time to find and link, so there are few parts. */

import { dirname, join, resolve } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';

/** Answers messages. Modules it loads late come after it. */
const ENGINE = 'src/app/build-agent.ts';
/** Draws the prompt, before the engine is loaded. */
const TERMINAL = 'src/frontends/tty/start.ts';
/** Answers an editor's first request, long before the engine is loaded. */
const EDITOR = 'src/frontends/acp/main.ts';
/** Runs a job; JOB_WORKTREE adds what a job in a worktree needs. */
const JOB = 'src/frontends/headless/job.ts';
const JOB_WORKTREE = 'src/app/fleet/job-worktree.ts';
/** Modules that are only needed together: separate files would take longer to find than to read. */
const OF_JOBS =
  /^src\/(?:app\/fleet|host\/worktree)\/|^src\/(?:session|protocol)\/fleet-|^src\/words\/kept-because\.ts$/;
/** Parts of the terminal that need more engine files than this are loaded after the engine, so that what both share stays small. */
const FEW = 10;
/** Its refusals and reasons also go to the model, whatever the person's language. */
const ENGLISH = 'src/words/en.ts';

/** Small modules that nearly every run needs: separate files would take longer to find than to read. */
const SMALL = [
  'src/words/fault.ts',
  'src/words/gather-faults.ts',
  'src/words/words.ts',
  'src/words/sections.ts',
  'src/words/in-reasons.ts',
  'src/words/shown-view.ts',
  'src/words/en/acp.ts',
  'src/words/en/faults/faults.ts',
  'src/base/schema.ts',
  'src/base/text/count-lines.ts',
  'src/base/output.ts',
  'src/subcommands/print.ts',
  'src/base/text/text-width.ts',
  'src/words/en/screen.ts',
];

/** Small modules needed along with the engine: for printing without a terminal, for the first call, and after the first prompt. */
const SMALL_OF_ENGINE = [
  'src/app/prompt/project-sandbox.ts',
  'src/base/files/files-below.ts',
  'src/commands/command.ts',
  'src/commands/mode-summary.ts',
  'src/core/hooks/scene.ts',
  'src/frontends/headless/cancel-to-leave.ts',
  'src/frontends/headless/exit-code.ts',
  'src/frontends/headless/json-text.ts',
  'src/frontends/headless/text-printer.ts',
  'src/host/search/walk-files.ts',
  'src/integrations/rules.ts',
  'src/policy/asks-before-writing.ts',
  'src/policy/command-pattern.ts',
  'src/policy/decide-host.ts',
  'src/policy/decide-plain.ts',
  'src/policy/say.ts',
  'src/policy/with-hooks.ts',
  'src/protocol/request.ts',
  'src/protocol/session.ts',
  'src/words/reason-text.ts',
];

/** Judges shell lines: half as large as the engine, and useless in parts. */
const LINES = 'src/policy/decide.ts';
const JUDGES_LINES = 'src/policy/shell/judge/analyse.ts';

export interface Parts {
  /** The modules that the entry imports lazily. */
  fromEntry: string[];
  /** For each module, the modules that are loaded along with it. */
  alongWith: ReadonlyMap<string, readonly string[]>;
}

/**
 * Finds the parts. esbuild creates a chunk for every set of modules that the same entries reach, and every lazy module is an entry: the
 * engine would be split into fifty files, and finding and linking them took a third of the time to the first request. So each lazy module
 * is declared to need the whole part that was loaded before it: the engine or the terminal, and with either of them everything the two
 * share. The small commands thereby load more than they need, but no one waits for those.
 */
export async function findParts(root: string): Promise<Parts> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/cli.ts', 'src/index.ts'],
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    metafile: true,
    write: false,
    packages: 'external',
    logLevel: 'warning',
  });
  const reached = (from: readonly string[]) => reachedFrom(metafile, from);
  const lazy = lateImports(metafile, Object.keys(metafile.inputs));
  const entry = reached(['src/cli.ts']);
  const words = lazy.filter((file) => file.startsWith('src/words/'));
  const engine = reached([ENGINE]);
  const terminal = reached([TERMINAL]);
  const job = reached([JOB]);
  const drawing = lazy.filter((file) => file.startsWith('src/frontends/tty/'));
  const needsEngine = (file: string) =>
    [...reached([file])].filter((each) => engine.has(each) && !terminal.has(each)).length > FEW;
  const others = reached([...drawing.filter((file) => !needsEngine(file)), ...words]);
  const plain = reached(['src/frontends/headless/main.ts', 'src/frontends/plain-streams.ts']);
  const common = [...new Set([...engine, ...plain, ...SMALL])].filter(
    (file) => (others.has(file) && !file.startsWith('src/words/')) || SMALL.includes(file),
  );

  const alongWith = new Map<string, readonly string[]>();
  for (const file of lazy) {
    if (file === ENGINE) alongWith.set(file, [...common, ENGLISH, ...SMALL_OF_ENGINE]);
    else if ([TERMINAL, EDITOR].includes(file) || words.includes(file) || common.includes(file))
      alongWith.set(file, common);
    else if (drawing.includes(file)) alongWith.set(file, needsEngine(file) ? [TERMINAL, ENGINE] : [TERMINAL]);
    else if (file === JOB_WORKTREE || (file !== JOB && job.has(file) && !engine.has(file)))
      alongWith.set(file, [ENGINE, JOB]);
    else if (file !== JOB && [...reached([file])].some((each) => OF_JOBS.test(each)))
      alongWith.set(file, [ENGINE, JOB_WORKTREE]);
    else alongWith.set(file, [ENGINE]);
  }
  for (const file of lazy.filter((each) => each !== LINES && reached([each]).has(JUDGES_LINES)))
    alongWith.set(file, [...(alongWith.get(file) ?? []), LINES]);
  return { fromEntry: lateImports(metafile, [...entry]), alongWith };
}

function reachedFrom({ inputs }: Metafile, from: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const open = [...from];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const { path, kind, external } of inputs[file]?.imports ?? [])
      if (kind === 'import-statement' && !external) open.push(path);
  }
  return reached;
}

function lateImports({ inputs }: Metafile, files: readonly string[]): string[] {
  const late = files.flatMap((file) =>
    (inputs[file]?.imports ?? []).filter(({ kind, external }) => kind === 'dynamic-import' && !external),
  );
  return [...new Set(late.map(({ path }) => path))].toSorted();
}

/** The entry is a separate file: it has its own copy of the little it needs, and imports the rest from the chunks. */
export function lateFrom(root: string, { fromEntry }: Parts, nameOf: (file: string) => string): Plugin {
  return {
    name: 'late-from-entry',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ kind, path, importer }) => {
        if (kind !== 'dynamic-import') return undefined;
        const found = fromEntry.find((file) => join(root, file) === resolve(dirname(importer), path));
        return found ? { path: `./chunks/${nameOf(found)}.js`, external: true } : undefined;
      });
    },
  };
}
