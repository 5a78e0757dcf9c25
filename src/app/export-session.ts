/** A session as a page, as Markdown or as JSON: to standard output or into a file. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createMasker, secretValuesFrom } from '../base/secrets.ts';
import type { Entry } from '../protocol/session.ts';
import type { Exported, ExportFormat } from '../protocol/surroundings.ts';
import { maskedJson } from '../session/entry.ts';
import { readEntries } from '../session/log.ts';
import { snapshotOf } from '../session/snapshot.ts';
import type { AgentOptions } from './agent-options.ts';
import { loadAppSettings } from './load-app-settings.ts';

export interface ExportRequest {
  id: string;
  entries: readonly Entry[];
  format: ExportFormat;
  /** The log is masked as it is written; what became a secret since is masked here. */
  mask(text: string): string;
}

export async function exportText({ id, entries, format, mask }: ExportRequest): Promise<string> {
  if (format === 'json') return snapshotOf(id, entries, mask);
  const { transcriptOf } = await import('../transcript/transcript.ts');
  const transcript = transcriptOf(id, JSON.parse(maskedJson(entries, mask)) as Entry[]);
  if (format === 'md') return (await import('../transcript/markdown.ts')).toMarkdown(transcript);
  return (await import('../transcript/html/page.ts')).toPage(transcript);
}

/** A session of this directory, by its id. */
export async function exportById(options: AgentOptions, id: string, format: ExportFormat): Promise<string> {
  const { sessionsFolder } = await loadAppSettings(options);
  const mask = createMasker(secretValuesFrom(options.env));
  return exportText({ id, entries: readEntries(sessionsFolder, id), format, mask });
}

export interface ExportTarget {
  cwd: string;
  file: string | undefined;
  replace: boolean;
}

export async function exportToFile(request: ExportRequest, { cwd, file, replace }: ExportTarget): Promise<Exported> {
  const path = resolve(cwd, file ?? `session-${request.id}.${request.format}`);
  if (!replace && existsSync(path)) return { status: 'exists', path };
  const { writeAtomic } = await import('../base/atomic-write.ts');
  await writeAtomic(path, await exportText(request), { mode: 0o600 });
  return { status: 'saved', path };
}
