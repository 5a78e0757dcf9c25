/** Runs one command on a throw-away layer to see what it would change and reach. */

import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Tried } from '../../protocol/sandbox.ts';
import type { HomeLimit } from './home-limit.ts';
import type { Bubblewrap } from './layer.ts';
import { bwrapArguments, withInit } from './layers/bwrap.ts';
import type { Holder } from './layers/holder.ts';
import { startTryLayer } from './layers/try-layer.ts';
import { keepWayOpen } from './layers/way-in.ts';
import { sandboxEnvironment } from './sandbox-env.ts';
import { removeFolder } from './session-folder.ts';
import { confinedBy, entered, type Wrapped } from './wrap.ts';

export interface Trial {
  wrap(argv: readonly string[], cwd: string): Wrapped;
  /** The files that the command changed and the hosts it wanted to reach. */
  seen(): Pick<Tried, 'files' | 'hosts'>;
  close(): void;
}

interface TrialOptions {
  layer: Bubblewrap;
  /** The holder whose view of the disk is layered. */
  holder: Holder;
  home: HomeLimit;
  unshare: string | undefined;
  env: NodeJS.ProcessEnv;
}

/** `undefined` if unavailable here. */
export async function openTrial({ layer, holder, home, unshare, env }: TrialOptions): Promise<Trial | undefined> {
  const { bwrap, nsenter, layout, folder, network } = layer;
  if (nsenter === undefined || unshare === undefined || !holder.homeIsLayer) return undefined;
  keepWayOpen({ pid: holder.pid, ...layout, cwd: layout.writable[0] ?? layout.home });
  const own = mkdtempSync(join(folder, 'try-'));
  const tryLayer = await startTryLayer({
    nsenter,
    unshare,
    holder: holder.pid,
    home: layout.home,
    writable: layout.writable,
    temporary: [join(folder, 'tmp'), join(folder, 'var', 'tmp')],
    folder: own,
    env,
  });
  if (!tryLayer) return undefined;
  const joined = network?.join(undefined);
  return {
    wrap(argv, cwd) {
      const session = { holder, home: home.state, nameFiles: network?.files ?? [] };
      const confined = confinedBy(layer, { cwd, confinement: 'write' }, session);
      const starting = [...entered(nsenter, tryLayer.pid, true), bwrap, '--as-pid-1', ...bwrapArguments(confined)];
      return {
        argv: [...starting, '--', ...withInit(argv)] as [string, ...string[]],
        env: { ...sandboxEnvironment('/tmp', true), ...joined?.env },
        tellsExit: true,
      };
    },
    seen() {
      const hosts = (joined && network?.hosts.report(joined.token).refused) ?? [];
      return { files: tryLayer.files(), hosts };
    },
    close() {
      tryLayer.stop();
      removeFolder(own);
    },
  };
}
