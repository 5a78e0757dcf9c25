/** Exports a session as a page, as Markdown or as JSON, to a file or as text. */

import { existsSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { messageOf } from '../base/errors.ts';
import { writeAtomic } from '../base/files/atomic-write.ts';
import type { Language } from '../base/language.ts';
import { inSlices } from '../base/long-text/in-slices.ts';
import type { Entry, Exported, ExportFormat } from '../protocol/session.ts';
import { fault, faultError } from '../words/fault.ts';
import { loadWords } from '../words/words.ts';
import { maskedJson } from './entry.ts';
import { snapshotOf } from './snapshot.ts';

export interface ExportRequest {
  id: string;
  entries: readonly Entry[];
  format: ExportFormat;
  /** The log is masked as it is written; this also masks values that became secrets since. */
  mask(text: string): string;
  /** Language of the page, which is for a person; Markdown, which goes into reviews and issues, is always English. */
  lang: Language;
}

export async function exportText({ id, entries, format, mask, lang }: ExportRequest): Promise<string> {
  if (format === 'json') return [...inSlices(await snapshotOf(id, entries, mask))].join('');
  const { transcriptOf } = await import('../transcript/transcript.ts');
  const { page } = await loadWords(format === 'html' ? lang : 'en');
  const transcript = transcriptOf(id, JSON.parse(maskedJson(entries, mask)) as Entry[], page);
  if (format === 'md') return (await import('../transcript/markdown.ts')).toMarkdown(transcript);
  return (await import('../transcript/html/page.ts')).toPage(transcript, page, lang);
}

export interface ExportTarget {
  cwd: string;
  file: string | undefined;
  replace: boolean;
}

export async function exportToFile(request: ExportRequest, { cwd, file, replace }: ExportTarget): Promise<Exported> {
  const path = resolve(cwd, file ?? `session-${request.id}.${request.format}`);
  if (!replace && existsSync(path)) return { status: 'exists', path };
  await saveExport(path, await exportText(request));
  return { status: 'saved', path };
}

/** Writes to where the person wants it: follows a link, and writes to a non-file (`/dev/stdout`, a pipe) instead of replacing it. */
export async function saveExport(path: string, text: string): Promise<void> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw faultError('export', fault('exportToFolder', path));
  if (!existsSync(dirname(path))) throw faultError('export', fault('exportNoFolder', dirname(path)));
  try {
    if (found && !found.isFile()) return writeFileSync(path, text);
    await writeAtomic(found ? realpathSync(path) : path, text, { mode: 0o600 });
  } catch (error) {
    const [what = ''] = messageOf(error).split(','); // the rest names a temporary file that means nothing to the person
    throw faultError('export', fault('exportFailed', path, what), { cause: error });
  }
}
