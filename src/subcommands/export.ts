/** `coder export ID`: a session as a page, as Markdown or as JSON, on standard output or in a file. */

import { resolve } from 'node:path';
import type { AgentOptions } from '../app/agent-options.ts';
import { loadAppSettings } from '../app/load-app-settings.ts';
import { createSecrets } from '../app/secrets.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../protocol/session.ts';
import { exportText, saveExport } from '../session/export.ts';
import { readEntries } from '../session/log.ts';
import { wordsFor } from './words-for.ts';

export interface ExportFlags {
  operands: readonly string[];
  html: boolean;
  md: boolean;
  json: boolean;
  output?: string;
}

export async function runExport(options: AgentOptions, flags: ExportFlags): Promise<number> {
  const asked = EXPORT_FORMATS.filter((format) => flags[format]);
  const [id, ...rest] = flags.operands;
  if (id === undefined || rest.length > 0 || asked.length > 1) {
    process.stderr.write(`${(await wordsFor(options)).subcommands.exportUsage}\n`);
    return 2;
  }
  const text = await exportById(options, id, asked[0] ?? formatOf(flags.output) ?? 'md');
  if (flags.output === undefined || flags.output === '-') {
    await new Promise<void>((done) => process.stdout.write(text, () => done()));
    return 0;
  }
  const path = resolve(flags.output);
  await saveExport(path, text);
  process.stderr.write(`${(await wordsFor(options)).subcommands.written(path)}\n`);
  return 0;
}

/** A session of this folder, by its id. */
export async function exportById(options: AgentOptions, id: string, format: ExportFormat): Promise<string> {
  const app = await loadAppSettings(options);
  const { mask, look } = createSecrets(app, options, undefined);
  await look([], { text: '', cwd: options.cwd }); // what was logged before it was known is hidden now
  return exportText({ id, entries: readEntries(app.sessionsFolder, id), format, mask });
}

function formatOf(file: string | undefined): ExportFormat | undefined {
  return EXPORT_FORMATS.find((format) => file?.toLowerCase().endsWith(`.${format}`));
}
