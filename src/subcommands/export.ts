/** `coder export ID`: writes a session as a page, Markdown, JSON or a trajectory, to standard output or a file. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AgentOptions } from '../app/agent-options.ts';
import { type AppSettings, loadAppSettings } from '../app/load-app-settings.ts';
import { priceOf } from '../app/models/models.ts';
import { createSecrets } from '../app/person/secrets.ts';
import { type Entry, EXPORT_FORMATS, type ExportFormat } from '../protocol/session.ts';
import { maskedJson } from '../session/entry.ts';
import { exportText, saveExport } from '../session/export.ts';
import { readEntries } from '../session/log.ts';
import { loadWords } from '../words/words.ts';
import { failUsage, printAll } from './print.ts';
import { wordsFor } from './words-for.ts';

export interface ExportFlags {
  operands: readonly string[];
  html: boolean;
  md: boolean;
  json: boolean;
  /** The format by name; the only way to choose `atif`. */
  format?: string;
  output?: string;
}

type SubcommandFormat = ExportFormat | 'atif';
const FORMATS: readonly SubcommandFormat[] = [...EXPORT_FORMATS, 'atif'];

export async function runExport(options: AgentOptions, flags: ExportFlags): Promise<number> {
  const asked = FORMATS.filter((format) => flags.format === format || (format !== 'atif' && flags[format]));
  const [id, ...rest] = flags.operands;
  const isUnknown = flags.format !== undefined && !FORMATS.some((format) => format === flags.format);
  if (id === undefined || rest.length > 0 || asked.length > 1 || isUnknown)
    return failUsage((await wordsFor(options)).subcommands.exportUsage);
  const app = await loadAppSettings(options);
  const text = await exportById(app, options, id, asked[0] ?? formatOf(flags.output) ?? 'md');
  if (flags.output === undefined || flags.output === '-') {
    await printAll(text);
    return 0;
  }
  const path = resolve(flags.output);
  await saveExport(path, text);
  process.stderr.write(`${(await loadWords(app.settings.lang)).subcommands.written(path)}\n`);
  return 0;
}

/** Exports a session of this folder by its id, or that of a job by the job's id. */
export async function exportById(
  app: AppSettings,
  options: AgentOptions,
  id: string,
  format: SubcommandFormat,
): Promise<string> {
  const { mask, look } = createSecrets(app, options, undefined);
  await look([], { text: '', cwd: options.cwd }); // masks secrets that were logged before they were known
  const place = await placeOf(app, id);
  const entries = readEntries(place.folder, place.id);
  if (format !== 'atif') return exportText({ id: place.id, entries, format, mask, lang: app.settings.lang });
  const { toAtif } = await import('../transcript/atif.ts');
  const masked = JSON.parse(maskedJson(entries, mask)) as Entry[];
  return toAtif(place.id, masked, (model) => priceOf(model, app.settings));
}

async function placeOf({ home, sessionsFolder }: AppSettings, id: string): Promise<{ folder: string; id: string }> {
  if (existsSync(join(sessionsFolder, `${id}.jsonl`))) return { folder: sessionsFolder, id };
  const { jobFolder, jobSession } = await import('../session/fleet-jobs.ts');
  const { sessions: folder } = jobFolder(home, id);
  const session = jobSession(jobFolder(home, id));
  return session === undefined ? { folder: sessionsFolder, id } : { folder, id: session };
}

function formatOf(file: string | undefined): ExportFormat | undefined {
  return EXPORT_FORMATS.find((format) => file?.toLowerCase().endsWith(`.${format}`));
}
