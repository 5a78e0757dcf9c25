/** Asks a yes-or-no question on the terminal; any answer but yes means no. */

import { createInterface } from 'node:readline';

/** `nobody` if there is no terminal to ask on. */
export async function agrees(question: string, isAgreed: boolean): Promise<'yes' | 'no' | 'nobody'> {
  if (isAgreed) return 'yes';
  if (!process.stdin.isTTY || !process.stderr.isTTY) return 'nobody';
  process.stderr.write(question);
  const input = createInterface({ input: process.stdin, terminal: false });
  try {
    const answer = await new Promise<string>((resolve) => {
      input.once('line', resolve);
      input.once('close', () => resolve(''));
    });
    return /^(?:y|yes|是)$/i.test(answer.trim()) ? 'yes' : 'no';
  } finally {
    input.close();
  }
}
