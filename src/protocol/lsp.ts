/** What language servers know about the code. Paths are real and absolute; lines and columns count from 1. */

export interface CodeIntelligence {
  /** Problems of a file as it is on disk now. */
  diagnostics(path: string, signal: AbortSignal): Promise<CodeAnswer<CodeProblem[]>>;
  definition(at: CodePosition, signal: AbortSignal): Promise<CodeAnswer<CodePosition[]>>;
  references(at: CodePosition, signal: AbortSignal): Promise<CodeAnswer<CodePosition[]>>;
  /** Markdown; empty if there is nothing to show. */
  hover(at: CodePosition, signal: AbortSignal): Promise<CodeAnswer<string>>;
  /** The symbols of a file; with a query, those of the project, from the file's server. */
  symbols(path: string, query: string | undefined, signal: AbortSignal): Promise<CodeAnswer<CodeSymbol[]>>;
  /** The replacements a rename would need; changes nothing. */
  rename(at: CodePosition, name: string, signal: AbortSignal): Promise<CodeAnswer<CodeEdit[]>>;
}

/** `why`: there is no server for the file, it cannot be started, or it did not answer in time; and what to do about it. */
export type CodeAnswer<T> = { ok: true; value: T; server: string } | { ok: false; why: string };

export interface CodePosition {
  path: string;
  line: number;
  column: number;
}

export interface CodeProblem extends CodePosition {
  severity: 'error' | 'warning' | 'info';
  message: string;
  code?: string;
}

export interface CodeSymbol extends CodePosition {
  name: string;
  kind: string;
  container?: string;
}

export interface CodeEdit {
  path: string;
  from: { line: number; column: number };
  to: { line: number; column: number };
  text: string;
}

/** Finds the errors a step introduced. Never waits long, and reports nothing rather than stale results. */
export interface CodeCheck {
  /** Records the problems of these files before they are changed. Does not wait for an answer. */
  before(paths: readonly string[]): Promise<void>;
  /** Errors that were not there before the change; `undefined` if no server handles these files. */
  after(paths: readonly string[], signal: AbortSignal): Promise<CodeReport | undefined>;
}

export type CodeReport = { status: 'not-checked' } | { status: 'checked'; errors: CodeProblem[]; server: string };
