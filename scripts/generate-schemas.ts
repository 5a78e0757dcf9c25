/** Writes the JSON Schema files that ship with the package, from the schemas the program itself checks with. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { settingsSchema } from '../src/config/settings.ts';

/** By file name in `schemas/`. */
export const schemas: Record<string, object> = {
  'config.schema.json': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'coder settings',
    description: 'Settings of coder: .coder/config.json in a project, ~/.coder/config.json for a user.',
    ...settingsSchema.json,
  },
};

export function textOf(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

if (import.meta.main) {
  const folder = new URL('../schemas/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  for (const [name, schema] of Object.entries(schemas)) writeFileSync(new URL(name, folder), textOf(schema));
}
