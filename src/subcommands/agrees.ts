/** A question on the terminal whose answer is no unless it is yes. */

import { createInterface } from 'node:readline/promises';

/** `nobody`: there is no terminal to ask at. */
export async function agrees(question: string, isAgreed: boolean): Promise<'yes' | 'no' | 'nobody'> {
  if (isAgreed) return 'yes';
  if (!process.stdin.isTTY || !process.stderr.isTTY) return 'nobody';
  const input = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((resolve) => input.once('close', () => resolve('')));
  try {
    const answer = await Promise.race([input.question(question), ended]);
    return /^(?:y|yes|是)$/i.test(answer.trim()) ? 'yes' : 'no';
  } finally {
    input.close();
  }
}
