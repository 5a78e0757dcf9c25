/** All language servers of a run: started on first use, one per kind, asked about the newest texts, ended with the run. */

import type { CodeCheck, CodeIntelligence } from '../../protocol/lsp.ts';
import { createCodeCheck } from './code-check.ts';
import { createCodeQuestions } from './code-questions.ts';
import { findServer } from './find-server.ts';
import { createRunningServers, type RunningServersOptions } from './running-servers.ts';

export interface LanguageServersOptions extends RunningServersOptions {
  /** The text of a workspace file as tools see it; `undefined` if it cannot be read. */
  readText(path: string): Promise<string | undefined>;
  /** How long the end of a step waits for an answer. */
  waitMs: number;
}

export interface LanguageServers {
  readonly code: CodeIntelligence;
  readonly check: CodeCheck;
  close(): Promise<void>;
}

/** How long an answer may take while a server reads a whole project. */
const PATIENCE_MS = 30_000;

export function createLanguageServers(options: LanguageServersOptions): LanguageServers {
  const { waitMs } = options;
  const servers = createRunningServers(options);
  const readText = (path: string) => options.readText(path);
  const hasServer = async (path: string) => (await findServer(path, options)).kind === 'found';
  return {
    code: createCodeQuestions({ servers, readText, patienceMs: PATIENCE_MS }),
    check: createCodeCheck({ servers, readText, hasServer, waitMs, patienceMs: PATIENCE_MS }),
    close: servers.close,
  };
}
