/** The JSON Schema files that ship with the package, made from the schemas that the program itself checks with. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { settingsSchema } from '../src/config/settings.ts';
import { opSchema } from '../src/frontends/headless/op-schema.ts';
import { eventSchema } from '../src/protocol/event.ts';
import { fleetJobSchema, heartbeatSchema } from '../src/protocol/fleet-job.ts';
import { fleetResultSchema } from '../src/protocol/fleet-result.ts';

/** The schemas, by file name in `schemas/`. */
export const schemas: Record<string, object> = {
  'config.schema.json': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'coder settings',
    description: 'Settings of coder: .coder/config.json in a project, ~/.coder/config.json for a user.',
    ...settingsSchema.json(),
  },
  'stream-json.event.schema.json': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'coder stream-json event',
    description: 'One line of what coder prints with --output-format stream-json.',
    ...eventSchema.json(),
  },
  'stream-json.op.schema.json': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'coder stream-json op',
    description: 'One line of what coder reads with --input-format stream-json.',
    ...opSchema.json(),
  },
  'job.schema.json': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'coder job',
    description: 'What coder run --spec takes.',
    ...fleetJobSchema.json(),
  },
  'job-result.schema.json': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'coder job result',
    description: 'What coder run writes when a job has ended.',
    ...fleetResultSchema.json(),
  },
  'job-step.schema.json': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'coder job step',
    description: 'A line that coder run writes to standard error for each step.',
    ...heartbeatSchema.json(),
  },
};

export async function writeSchemas(root: string): Promise<void> {
  const folder = join(root, 'schemas');
  await mkdir(folder, { recursive: true });
  for (const [name, schema] of Object.entries(schemas))
    await writeFile(join(folder, name), `${JSON.stringify(schema, null, 2)}\n`);
}
