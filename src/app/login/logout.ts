/** Removes a saved key. */

import { storeKey } from '../../providers/catalogue/store-key.ts';
import { storedKeys } from '../../providers/catalogue/stored-keys.ts';
import { VENDORS } from '../../providers/catalogue/table.ts';
import type { LoginWords } from '../../words/en/login.ts';
import type { LoginPerson } from './login.ts';

interface LogoutOptions {
  home: string;
  file: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** False if there was nothing to remove, or the person gave up. */
export async function logout(
  person: LoginPerson,
  { home, file, env }: LogoutOptions,
  say: LoginWords,
  named?: string,
): Promise<boolean> {
  const names = Object.keys(storedKeys(home));
  if (names.length === 0) {
    person.tell(say.noKeys(file));
    return false;
  }
  if (named !== undefined && !names.includes(named)) {
    person.tell(say.notLoggedIn(named, names.join(', ')));
    return false;
  }
  const name = named ?? (names.length === 1 ? names[0] : names[(await person.pick(say.whichKey, names)) ?? -1]);
  if (name === undefined) return false;
  await storeKey(home, name, undefined, AbortSignal.timeout(10_000));
  person.tell(say.loggedOut(name));
  const variable = VENDORS.find(({ id }) => id === name)?.keyVariable;
  if (variable !== undefined && env[variable]) person.tell(say.stillSet(variable));
  return true;
}
