/** Keeps a project's settings trusted when coder itself writes into them for the person, if the rest of the file was trusted. */

import { type RegularFile, readRegular } from '../../base/files/regular-file.ts';
import { objectIn } from '../../config/jsonc.ts';
import { beyondTightening } from '../../config/project-share.ts';
import { MOST_BYTES } from '../../config/settings-file.ts';
import { settingsItem } from './items.ts';
import type { ProjectTrust } from './project-trust.ts';

export async function keepSettingsTrusted(file: string, trust: ProjectTrust, save: () => Promise<void>): Promise<void> {
  const before = readRegular(file, MOST_BYTES);
  const mayStay = before === 'missing' || (before !== 'no-file' && isHarmless(file, before, trust));
  await save();
  const after = readRegular(file, MOST_BYTES);
  if (mayStay && typeof after === 'object') await trust.accept([settingsItem(trust.root, file, after.bytes)]);
}

function isHarmless(file: string, { bytes }: RegularFile, trust: ProjectTrust): boolean {
  if (trust.judge(settingsItem(trust.root, file, bytes)).state === 'trusted') return true;
  const values = objectIn(bytes.toString('utf8'));
  return values !== undefined && beyondTightening(values).length === 0;
}
