/** The sandbox of a session: chosen once by trying, made when the first command needs it, removed at the end. */

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { isInside } from '../../base/files/paths.ts';
import type { Confinement, Gap, PlaceStatus } from '../../protocol/place.ts';
import { bwrapArguments, type Confined, withInit } from './bwrap.ts';
import { createDoor, type Door } from './door.ts';
import { type Holder, startHolder } from './holder.ts';
import { LANDLOCK_GAPS, landlockArguments } from './landlock.ts';
import { findLayout, type Layout } from './layout.ts';
import { tryLayer } from './probe.ts';
import { sandboxEnvironment } from './sandbox-env.ts';
import { SEATBELT_GAPS, seatbeltArguments, seatbeltProfile } from './seatbelt.ts';
import { systemProgram } from './system-program.ts';

export interface Sandbox {
  /** Tried once; later calls give the same. */
  status(): Promise<PlaceStatus>;
  /** What a command needs is made before it is wrapped. */
  prepare(confinement: Confinement): Promise<void>;
  /** The same command, confined. Only after `prepare`, and only where there is a layer. */
  wrap(argv: readonly string[], how: How): Wrapped;
  /** Absent: there is no layer. */
  readonly door: Door | undefined;
  /** What is inside; absent: there is no layer. */
  readonly layout: Layout | undefined;
  /** Where files that were written to the home layer really are. */
  readonly homeLayer: string | undefined;
  close(): Promise<void>;
}

interface How {
  cwd: string;
  confinement: Confinement;
  /** On a terminal: without descriptor 3, and what is left ends with it. */
  onTerminal?: boolean;
}

export interface Wrapped {
  argv: [string, ...string[]];
  env: Record<string, string | undefined>;
  /** The exit code comes by descriptor 3. */
  tellsExit: boolean;
}

export interface SandboxOptions {
  mode: 'auto' | 'require' | 'off';
  roots: readonly string[];
  home: string | undefined;
  env: NodeJS.ProcessEnv;
  /** Where the system's programs are found. */
  find?: (name: string) => string | undefined;
}

interface Made {
  /** What confines: bubblewrap, or perl for the second layer. */
  bwrap?: string;
  perl?: string;
  seatbelt?: string;
  nsenter: string | undefined;
  layout: Layout;
  folder: string;
  door: Door;
}

const PREFIX = 'coder-sandbox-';
const INSTALL = 'install bubblewrap';

export function createSandbox(options: SandboxOptions): Sandbox {
  const find = options.find ?? systemProgram;
  const holders = new Map<'write' | 'layer', Promise<Holder | undefined>>();
  const ready = new Map<'write' | 'layer', Holder>();
  let chosen: Promise<PlaceStatus> | undefined;
  let made: Made | undefined;
  let folder: string | undefined;

  async function choose(): Promise<PlaceStatus> {
    const isRequired = options.mode === 'require';
    const none = (why: string): PlaceStatus => ({ layer: 'none', why, isRequired });
    if (options.home === undefined || !existsSync(options.home)) return none('there is no home folder');
    const found = findLayout(options.roots, realpathSync(options.home));
    if (!found.ok) return none(found.why);
    const { layout } = found;
    const own = makeFolder([layout.home, ...options.roots]);
    folder = own;
    const door = createDoor(options.roots, () => own);
    if (process.platform === 'darwin') return chooseSeatbelt(layout, own, door, none);
    if (process.platform !== 'linux') return none('there is none for this system');
    const bwrap = find('bwrap');
    const problem = bwrap === undefined ? INSTALL : await tryBubblewrap(bwrap, layout, own);
    if (bwrap === undefined || problem !== undefined) {
      const perl = find('perl');
      const second = perl === undefined ? undefined : await tryLandlock(perl, layout, own);
      if (!second || perl === undefined) return none(problem ?? INSTALL);
      made = { perl, nsenter: undefined, layout, folder: own, door };
      return { layer: 'landlock', home: 'cache', gaps: LANDLOCK_GAPS };
    }
    made = { bwrap, nsenter: find('nsenter'), layout, folder: own, door };
    const holder = await hold('write');
    const gaps: Gap[] = [
      ...(holder ? [] : (['own-loopback'] as const)),
      ...(holder?.homeIsLayer ? [] : (['home-read-only'] as const)),
    ];
    return { layer: 'bubblewrap', home: holder?.homeIsLayer ? 'layer' : 'cache', gaps };
  }

  async function chooseSeatbelt(
    layout: Layout,
    own: string,
    door: Door,
    none: (why: string) => PlaceStatus,
  ): Promise<PlaceStatus> {
    const seatbelt = find('sandbox-exec');
    if (seatbelt === undefined) return none('there is no sandbox-exec');
    const held: Made = { seatbelt, nsenter: undefined, layout, folder: own, door };
    const problem = await tryLayer(startsOf({ cwd: '/', confinement: 'read' }, held), own, false);
    if (problem !== undefined) return none(`sandbox-exec: ${problem}`);
    made = held;
    return { layer: 'seatbelt', home: 'cache', gaps: SEATBELT_GAPS };
  }

  async function tryBubblewrap(bwrap: string, layout: Layout, own: string): Promise<string | undefined> {
    const confined = confinedBy(layout, own, { cwd: '/', confinement: 'read' });
    const problem = await tryLayer([bwrap, ...bwrapArguments(confined), '--'], own, true);
    return problem === undefined ? undefined : `bubblewrap: ${problem}`;
  }

  function hold(kind: 'write' | 'layer'): Promise<Holder | undefined> {
    const known = holders.get(kind);
    if (known) return known;
    const starting = startOne(kind);
    holders.set(kind, starting);
    return starting;
  }

  async function startOne(kind: 'write' | 'layer'): Promise<Holder | undefined> {
    if (!made?.nsenter || made.bwrap === undefined) return undefined;
    const { bwrap, layout } = made;
    const holder = await startHolder({
      bwrap,
      home: layout.home,
      writable: layout.writable,
      folder: join(made.folder, kind),
      layersWorkspace: kind === 'layer',
      env: options.env,
    });
    if ('problem' in holder) return undefined;
    ready.set(kind, holder);
    return holder;
  }

  function confinedBy(layout: Layout, scratch: string, { cwd, confinement }: How, holder?: Holder): Confined {
    return {
      layout,
      confinement,
      scratch,
      homeIsLayer: holder?.homeIsLayer ?? false,
      sharesNetwork: holder !== undefined && confinement !== 'read',
      cwd,
      user: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
      lent: [],
    };
  }

  return {
    status: () => (chosen ??= choose()),
    async prepare(confinement) {
      await (chosen ??= choose());
      if (confinement === 'layer') await hold('layer');
    },
    wrap(argv, how) {
      if (!made) throw new Error('there is no sandbox'); // a bug: the caller asked for the status
      if (made.bwrap === undefined) return wrapWithoutLayers(argv, how, made);
      const holder = ready.get(how.confinement === 'layer' ? 'layer' : 'write');
      const alive = holder?.isAlive ? holder : undefined;
      // Without a layer of its own, what is thrown away cannot be written at all.
      const isLayer = how.confinement === 'layer' && alive?.workspaceIsLayer;
      const confinement = how.confinement === 'layer' && !isLayer ? 'read' : how.confinement;
      const confined = confinedBy(made.layout, made.folder, { ...how, confinement }, alive);
      const entering = alive && made.nsenter ? entered(made.nsenter, alive.pid, confined.sharesNetwork) : [];
      const inside = how.onTerminal ? [...argv] : withInit(argv);
      const own = how.onTerminal ? [] : ['--as-pid-1'];
      const whole = [...entering, made.bwrap, ...own, ...bwrapArguments(confined), '--', ...inside];
      return {
        argv: whole as [string, ...string[]],
        env: sandboxEnvironment('/tmp', confined.homeIsLayer && confinement !== 'read'),
        tellsExit: !how.onTerminal,
      };
    },
    get door() {
      return made?.door;
    },
    get layout() {
      return made?.layout;
    },
    get homeLayer() {
      return ready.get('write')?.upper.home;
    },
    async close() {
      await chosen?.catch(() => undefined);
      await Promise.all(holders.values());
      for (const holder of ready.values()) holder.stop();
      if (folder !== undefined) removeFolder(folder);
    },
  };
}

/** It cannot write where the first layer could not: the trial is the same. */
async function tryLandlock(perl: string, layout: Layout, folder: string): Promise<boolean> {
  const temporary = join(folder, 'tmp');
  const starts = landlockArguments({ perl, layout, confinement: 'read', temporary, cwd: '/' });
  return starts !== undefined && (await tryLayer(starts, folder, false)) === undefined;
}

/** There are no layers: what would be thrown away can only be read. The process tree is as without. */
function wrapWithoutLayers(argv: readonly string[], how: How, made: Made): Wrapped {
  return {
    argv: [...startsOf(how, made), ...argv] as [string, ...string[]],
    env: sandboxEnvironment(join(made.folder, 'tmp'), false),
    tellsExit: false,
  };
}

function startsOf({ cwd, confinement }: How, { perl = '', seatbelt, layout, folder }: Made): string[] {
  const temporary = join(folder, 'tmp');
  const held = confinement === 'write' ? 'write' : 'read';
  if (seatbelt !== undefined)
    return seatbeltArguments(seatbelt, seatbeltProfile({ layout, confinement: held, temporary }), cwd);
  return landlockArguments({ perl, layout, confinement: held, temporary, cwd }) ?? [];
}

function entered(nsenter: string, pid: number, withNetwork: boolean): string[] {
  return [nsenter, '-t', String(pid), '-U', '-m', ...(withNetwork ? ['-n'] : []), '--preserve-credentials', '--'];
}

/** The kernel's own folder of a layer has no rights at all. */
function removeFolder(folder: string): void {
  for (const kind of ['write', 'layer']) {
    for (const name of namesIn(join(folder, kind))) {
      const work = join(folder, kind, name, 'work');
      if (name.startsWith('work') && existsSync(work)) chmodSync(work, 0o700);
    }
  }
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    if (codeOf(error) === undefined) throw error; // a command took rights away there: it is left to the system's own cleaning
  }
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Of a coder that was killed. */
function clearLeft(folder: string): void {
  try {
    if (lstatSync(folder).uid !== process.getuid?.()) return;
    process.kill(Number(readFileSync(join(folder, 'owner'), 'utf8')), 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') removeFolder(folder);
  }
}

/** Neither in the home folder nor in the workspace: a layer cannot lie in what it covers. */
function makeFolder(avoid: readonly string[]): string {
  const base = ['/var/tmp', '/tmp'].find((path) => !avoid.some((each) => isInside(each, path))) ?? '/var/tmp';
  for (const name of namesIn(base)) if (name.startsWith(PREFIX)) clearLeft(join(base, name));
  const folder = realpathSync(mkdtempSync(join(base, PREFIX)));
  writeFileSync(join(folder, 'owner'), String(process.pid));
  mkdirSync(join(folder, 'tmp'), { mode: 0o700 });
  mkdirSync(join(folder, 'var', 'tmp'), { recursive: true, mode: 0o700 });
  return folder;
}
