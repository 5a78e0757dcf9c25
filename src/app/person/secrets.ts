/** The secrets of a run, from the environment, coder's own keys and files that hold secrets; hidden in everything that comes in. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { homeFolder } from '../../base/files/home-folder.ts';
import { isSecretPath } from '../../base/files/secret-file.ts';
import { randomText } from '../../base/random.ts';
import { createSecretVault, type SecretVault } from '../../base/secrets/secret-vault.ts';
import { secretValuesFrom } from '../../base/secrets/secrets.ts';
import { createSecretSources, type SecretSources } from '../../host/files/secret-sources.ts';
import type { Secrets } from '../../protocol/secrets.ts';
import type { AgentOptions } from '../agent-options.ts';
import type { AppSettings } from '../load-app-settings.ts';

export interface RunSecrets extends Secrets, Pick<SecretVault, 'add' | 'openEnd' | 'openShape'> {}

/** `key` is the one for the model's provider. */
export function createSecrets(
  { home, settings }: Pick<AppSettings, 'home' | 'settings'>,
  { env, cwd }: Pick<AgentOptions, 'env' | 'cwd'>,
  key: string | undefined,
): RunSecrets {
  const vault = createSecretVault({ key: () => placeholderKey(home), show: settings.secrets.show });
  vault.add([...secretValuesFrom(env), ...(key ? [{ name: 'key', value: key }] : [])]);
  let sources: SecretSources | undefined;

  function newSources(): SecretSources {
    const roots = [cwd, ...settings.add_dirs];
    return createSecretSources({ roots, home: homeFolder(env), own: [join(home, 'auth.json')], add: vault.add });
  }

  return {
    ...vault,
    async look(paths, line) {
      if (!line && !paths.some(isSecretPath)) return; // secrets in other files are found by their shape
      sources ??= newSources();
      await sources.look(paths, line);
    },
  };
}

/** A key known only to this person's coder, which makes placeholders the same in every run. */
export function placeholderKey(home: string): string {
  const file = join(home, 'placeholder-key');
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') return randomText(32); // not readable: placeholders of this run are known only in it
  }
  const key = randomText(32);
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    writeFileSync(file, key, { flag: 'wx', mode: 0o600 });
    return key;
  } catch (error) {
    return codeOf(error) === 'EEXIST' ? readFileSync(file, 'utf8') : key;
  }
}
