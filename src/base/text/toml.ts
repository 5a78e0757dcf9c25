/** Reads the TOML in other agents' files. Loaded only when such a file is found. */

import { parse, TomlError } from 'smol-toml';

export type ReadToml = { ok: true; values: Record<string, unknown> } | { ok: false; line: number; message: string };

export function readToml(text: string): ReadToml {
  try {
    return { ok: true, values: parse(text) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [message = ''] = error.message.split('\n');
    return { ok: false, line: error.line, message: message.replace(/^Invalid TOML document: /, '') };
  }
}
