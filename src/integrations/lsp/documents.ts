/** The texts that a server was sent, by version; always sent whole. */

import type { Connection } from './connection.ts';
import { endOf, type ServerRow } from './servers.ts';
import { uriOf } from './wire.ts';

export interface Documents {
  /** Sends the text of a file and returns its new version. */
  tell(path: string, text: string): { uri: string; version: number };
  /** Closes a file that is gone. */
  forget(path: string): void;
  /** Files the server was sent. */
  readonly paths: readonly string[];
  textOf(path: string): string | undefined;
}

/** A server keeps all open files in memory, so the one sent longest ago is closed. */
const MOST_OPEN = 200;

export function createDocuments(server: Connection, row: ServerRow): Documents {
  const open = new Map<string, { version: number; text: string }>();
  return {
    tell(path, text) {
      const uri = uriOf(path);
      const known = open.get(path);
      if (known?.text === text) return { uri, version: known.version };
      const version = (known?.version ?? 0) + 1;
      open.delete(path);
      open.set(path, { version, text }); // the newest is last
      if (known) {
        const textDocument = { uri, version };
        server.notify('textDocument/didChange', { textDocument, contentChanges: [{ text }] });
        server.notify('textDocument/didSave', { textDocument: { uri } });
        server.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 2 }] });
      } else {
        const languageId = row.languages[endOf(path)] ?? 'plaintext';
        server.notify('textDocument/didOpen', { textDocument: { uri, languageId, version, text } });
        const [oldest] = open.keys();
        if (open.size > MOST_OPEN && oldest !== undefined) close(oldest);
      }
      return { uri, version };
    },
    forget(path) {
      if (!open.has(path)) return;
      close(path);
      server.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(path), type: 3 }] });
    },
    get paths() {
      return [...open.keys()];
    },
    textOf: (path) => open.get(path)?.text,
  };

  function close(path: string): void {
    open.delete(path);
    server.notify('textDocument/didClose', { textDocument: { uri: uriOf(path) } });
  }
}
