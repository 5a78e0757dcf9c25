/** Keeps a project's settings trusted when coder itself writes into them for the person, if the rest of the file was trusted. */

import { type RegularFile, readRegular } from '../../base/files/regular-file.ts';
import { isPlainObject } from '../../base/schema.ts';
import { parseJsonc, plainValue } from '../../config/jsonc.ts';
import { beyondTightening } from '../../config/project-share.ts';
import { settingsItem } from './items.ts';
import type { ProjectTrust } from './project-trust.ts';

const LONGEST = 1024 * 1024;

export async function keepSettingsTrusted(file: string, trust: ProjectTrust, save: () => Promise<void>): Promise<void> {
  const before = readRegular(file, LONGEST);
  const mayStay = before === 'missing' || (before !== 'no-file' && isHarmless(file, before, trust));
  await save();
  const after = readRegular(file, LONGEST);
  if (mayStay && typeof after === 'object') await trust.accept([settingsItem(trust.root, file, after.bytes)]);
}

function isHarmless(file: string, { bytes }: RegularFile, trust: ProjectTrust): boolean {
  if (trust.judge(settingsItem(trust.root, file, bytes)).state === 'trusted') return true;
  const parsed = parseJsonc(bytes.toString('utf8'));
  const values = parsed.ok && parsed.root ? plainValue(parsed.root) : {};
  return parsed.ok && isPlainObject(values) && beyondTightening(values).length === 0;
}
