/** Reads the result that a job left in its folder; `undefined` if there is no valid one. */

import { join } from 'node:path';
import { parse } from '../base/schema.ts';
import { type FleetResult, fleetResultSchema } from '../protocol/fleet-result.ts';
import { type JobFolder, readJson } from './fleet-jobs.ts';

export function readResult({ path }: Pick<JobFolder, 'path'>): FleetResult | undefined {
  const parsed = parse(fleetResultSchema, readJson(join(path, 'result.json')));
  return parsed.ok ? parsed.value : undefined;
}
