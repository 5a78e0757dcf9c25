/** What language servers know of the code: paths real and absolute, lines and columns from 1. */

export interface CodeIntelligence {
  /** Problems of a file as it is on the disk now. */
  diagnostics(path: string, signal: AbortSignal): Promise<CodeAnswer<CodeProblem[]>>;
  definition(at: CodePlace, signal: AbortSignal): Promise<CodeAnswer<CodePlace[]>>;
  references(at: CodePlace, signal: AbortSignal): Promise<CodeAnswer<CodePlace[]>>;
  /** As Markdown; empty where there is nothing to say. */
  hover(at: CodePlace, signal: AbortSignal): Promise<CodeAnswer<string>>;
  /** Of a file; with a query, of the project, asked of the server of that file. */
  symbols(path: string, query: string | undefined, signal: AbortSignal): Promise<CodeAnswer<CodeSymbol[]>>;
  /** What would have to be replaced where; nothing is changed. */
  rename(at: CodePlace, name: string, signal: AbortSignal): Promise<CodeAnswer<CodeEdit[]>>;
}

/** `why`: there is no server for it, it cannot be started, or it did not answer in time; and what to do about it. */
export type CodeAnswer<T> = { ok: true; value: T; server: string } | { ok: false; why: string };

export interface CodePlace {
  path: string;
  line: number;
  column: number;
}

export interface CodeProblem extends CodePlace {
  severity: 'error' | 'warning' | 'info';
  message: string;
  code?: string;
}

export interface CodeSymbol extends CodePlace {
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

/** What a step broke. It never waits long, and says nothing rather than something old. */
export interface CodeCheck {
  /** Before these files are changed: what is wrong with them already. Does not wait for an answer. */
  before(paths: readonly string[]): Promise<void>;
  /** After: errors that were not there before; nothing where no server is for these files. */
  after(paths: readonly string[], signal: AbortSignal): Promise<CodeReport | undefined>;
}

export type CodeReport = { status: 'not-checked' } | { status: 'checked'; errors: CodeProblem[]; server: string };
