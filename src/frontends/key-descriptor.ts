/** Reads the key from an open descriptor, which keeps it out of the environment of coder and of every child. */

import { closeSync, readFileSync } from 'node:fs';
import { CoderError, codeOf } from '../base/errors.ts';
import { earlyWords } from '../words/words.ts';

/** Returns the environment with the key added, as if it had been set there. Reads the descriptor once and closes it. */
export async function withKeyFrom(descriptor: string, env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const { AGENT_API_KEY_FD: _, ...rest } = env;
  const key = /^\d{1,4}$/.test(descriptor) && Number(descriptor) > 2 ? keyIn(Number(descriptor)) : undefined;
  if (key === undefined)
    throw new CoderError('usage', (await earlyWords(env)).commandLine.badDescriptor('AGENT_API_KEY_FD', descriptor));
  return key === '' ? rest : { ...rest, AGENT_API_KEY: key };
}

function keyIn(descriptor: number): string | undefined {
  try {
    const key = readFileSync(descriptor, 'utf8').trim();
    closeSync(descriptor);
    return key;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined; // the descriptor is not open, or not open for reading
  }
}
