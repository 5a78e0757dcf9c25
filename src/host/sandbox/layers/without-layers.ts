/** Runs commands under a layer without file overlays: Landlock, or that of macOS. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Confinement } from '../../../protocol/sandbox.ts';
import type { Layout } from '../layout.ts';
import { sandboxEnvironment } from '../sandbox-env.ts';
import { landlockArguments } from './landlock.ts';
import { tryLayer } from './probe.ts';
import { seatbeltArguments, seatbeltProfile } from './seatbelt.ts';

interface Wanted {
  cwd: string;
  confinement: Confinement;
  sockets?: boolean;
  onTerminal?: boolean;
}

interface Started {
  argv: [string, ...string[]];
  env: Record<string, string | undefined>;
  tellsExit: boolean;
  endsAll?: true;
}

interface By {
  perl?: string;
  seatbelt?: string;
  layout: Layout;
  folder: string;
}

/** The kernel's Landlock ABI; 0 if unknown or absent. */
export function landlockVersion(perl: string): Promise<number> {
  return new Promise((resolve) => {
    const options = { cwd: '/', timeout: 5000, encoding: 'utf8' as const, env: {} };
    execFile(perl, ['-e', 'print syscall(444, 0, 0, 1)'], options, (_, stdout) => resolve(Number(stdout) || 0));
  });
}

/** True if the layer prevents writing, by the same trial as for bubblewrap. */
export async function tryLandlock(perl: string, layout: Layout, folder: string): Promise<boolean> {
  const temporary = join(folder, 'tmp');
  const starts = landlockArguments({ perl, layout, confinement: 'read', temporary, cwd: '/', onTerminal: true });
  return starts !== undefined && (await tryLayer('landlock', starts, folder, false)) === undefined;
}

/** Without overlays, the confinement `layer` makes everything read-only. */
export function wrapWithoutLayers(argv: readonly string[], wanted: Wanted, by: By): Started {
  return {
    argv: [...startsOf(wanted, by), ...argv] as [string, ...string[]],
    env: sandboxEnvironment(join(by.folder, 'tmp'), false),
    tellsExit: by.perl !== undefined && !wanted.onTerminal,
    ...(by.perl !== undefined && { endsAll: true as const }),
  };
}

export function startsOf(
  { cwd, confinement, sockets = false, onTerminal = false }: Wanted,
  { perl = '', seatbelt, layout, folder }: By,
): string[] {
  const temporary = join(folder, 'tmp');
  const held = confinement === 'write' ? 'write' : 'read';
  if (seatbelt !== undefined)
    return seatbeltArguments(seatbelt, seatbeltProfile({ layout, confinement: held, temporary, sockets }), cwd);
  return landlockArguments({ perl, layout, confinement: held, temporary, cwd, sockets, onTerminal }) ?? [];
}
