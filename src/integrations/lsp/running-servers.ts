/** Which language server answers for a file: each is started on first use, and stays off once it ends or takes too much memory. */

import { elapsedMs } from '../../base/elapsed.ts';
import type { Processes } from '../../host/process/process.ts';
import type { ProcessCommand } from '../../host/process/process-command.ts';
import type { Fault } from '../../protocol/fault.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { faultOf } from '../../words/fault.ts';
import { type Connection, connect } from './connection.ts';
import { createDocuments, type Documents } from './documents.ts';
import { type Finding, filesLike, findServer } from './find-server.ts';
import { memoryOfGroup } from './memory.ts';
import type { ServerRow } from './servers.ts';

export interface Running {
  row: ServerRow;
  server: Connection;
  documents: Documents;
}

/** `advice`: how to get a server; given once. */
type Started = Running | { off: string; advice?: string };

export interface RunningServers {
  /** The server of a file, started if necessary; `undefined` if coder knows none for such files. */
  serverFor(path: string): Promise<Started | undefined>;
  /** Switches the server off if it takes too much memory; looks at most every few seconds. */
  watchMemory(running: Running): Promise<void>;
  close(): Promise<void>;
}

export interface RunningServersOptions extends Finding {
  processes: Processes;
  /** Puts a server into the session's sandbox, because what it reads and may run belongs to the project. */
  wrap?(): Promise<ProcessCommand['wrap'] | undefined>;
  /** Memory limit in megabytes; a server that exceeds it is ended. */
  maxMb: number;
  warn(problem: Fault): void;
}

const LOOK_EVERY_MS = 5_000;
const CLOSING: Started = { off: 'coder is closing.' };

export function createRunningServers(options: RunningServersOptions): RunningServers {
  const { maxMb, warn } = options;
  const servers = new Map<string, Promise<Started>>();
  let isClosed = false;
  let lastLook = Number.NEGATIVE_INFINITY;
  return {
    async serverFor(path) {
      const found = await findServer(path, options);
      if (found.kind === 'unknown') return undefined;
      if (found.kind === 'missing') return missing(path, found);
      const { row, argv } = found;
      const started = servers.get(row.id) ?? (isClosed ? Promise.resolve(CLOSING) : start(row, argv, options));
      servers.set(row.id, started);
      const running = await started;
      if ('off' in running) return running;
      if (running.server.ended !== undefined) return { off: `${running.server.ended}. It stays off in this session.` };
      return running;
    },
    async watchMemory({ row, server }) {
      if (elapsedMs() - lastLook < LOOK_EVERY_MS) return;
      lastLook = elapsedMs();
      const taken = server.pid === undefined || server.ended !== undefined ? 0 : memoryOfGroup(server.pid);
      if (taken <= maxMb) return;
      const why = extensionFault('languageServerMemory', row.id, String(Math.round(taken)), String(maxMb));
      servers.set(row.id, Promise.resolve({ off: extensionFault('languageServerOff', why).text }));
      warn(why);
      await server.end();
    },
    async close() {
      isClosed = true;
      const started = await Promise.all(servers.values());
      await Promise.all(started.flatMap((each) => ('server' in each ? [each.server.end()] : [])));
    },
  };
}

async function start(
  row: ServerRow,
  argv: readonly [string, ...string[]],
  options: RunningServersOptions,
): Promise<Started> {
  const { root, processes, warn } = options;
  try {
    const wrap = await options.wrap?.();
    const server = await connect({ row, argv, root, processes, ...(wrap && { wrap }) });
    return { row, server, documents: createDocuments(server, row) };
  } catch (error) {
    const why = extensionFault('languageServerOff', faultOf(error)); // whatever it is: the session continues without it
    warn(why);
    return { off: why.text };
  }
}

function missing(path: string, { untrusted, install }: { untrusted?: string; install: string }): Started {
  const advice =
    untrusted === undefined
      ? `To get one: ${install}`
      : `The project has its own (${untrusted}); it runs once the user trusts it (/trust).`;
  return { off: `There is no language server for ${filesLike(path)} here.`, advice };
}
