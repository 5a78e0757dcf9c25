/** Reads and writes `profiles.json`: what endpoints were measured to do, by address and model. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomic } from '../../base/files/atomic-write.ts';
import { readIfThere } from '../../base/files/read-if-there.ts';
import { parseJson } from '../../base/parse-json.ts';
import { parse } from '../../base/schema.ts';
import { faultError, faultWith } from '../../words/fault.ts';
import { issuesFault } from '../../words/issue-fault.ts';
import type { EndpointChoice } from './choose-provider.ts';
import type { Profile } from './profile.ts';

type MeasuredModel = Pick<EndpointChoice, 'baseUrl' | 'model'>;

/** `undefined` if the endpoint was never measured. Reads the file at each call, which happens once per model. */
export async function profileOf(home: string, wanted: MeasuredModel): Promise<Profile | undefined> {
  const profiles = await readProfiles(home);
  return profiles.find((profile) => isAt(profile, wanted));
}

/** Saves a profile, replacing an earlier measurement. */
export async function saveProfile(home: string, profile: Profile): Promise<string> {
  const others = (await readProfiles(home)).filter(
    (known) => !isAt(known, { baseUrl: profile.base_url, model: profile.model }),
  );
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const file = fileIn(home);
  const text = JSON.stringify({ version: 1, profiles: [...others, profile] }, undefined, 2);
  await writeAtomic(file, `${text}\n`, { mode: 0o600 });
  return file;
}

async function readProfiles(home: string): Promise<Profile[]> {
  const file = fileIn(home);
  const text = readIfThere(file);
  if (text === undefined) return [];
  const { profilesSchema } = await import('./profile.ts');
  const result = parse(profilesSchema, parseJson(text));
  if (result.ok) return result.value.profiles;
  throw faultError('profiles-file', faultWith('profilesUnusable', file, issuesFault(result.issues)));
}

function isAt({ base_url, model }: Profile, wanted: MeasuredModel): boolean {
  return model === wanted.model && trimmed(base_url) === trimmed(wanted.baseUrl);
}

function trimmed(url: string): string {
  return url.replace(/\/+$/, '');
}

function fileIn(home: string): string {
  return join(home, 'profiles.json');
}
