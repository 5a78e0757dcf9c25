/** Hides secrets in text that arrives in pieces, holding back only what may still become a secret. */

import type { SecretVault } from './secret-vault.ts';

export interface MaskedStream {
  /** Returns the text that can already be passed on. */
  push(text: string): string;
  /** Returns the rest. */
  end(): string;
}

export type StreamSecrets = Pick<SecretVault, 'mask' | 'openEnd' | 'openShape'>;

export function maskStream({ mask, openEnd, openShape }: StreamSecrets): MaskedStream {
  let held = '';
  let line = 0; // length of the current line passed on so far
  return {
    push(text) {
      const all = held + text;
      const shape = openShape(all); // half a token would be taken for all of it
      const masked = mask(all.slice(0, shape)); // whole secrets are hidden first, so that only a beginning is left to find
      const open = openEnd(masked, line);
      held = masked.slice(open) + all.slice(shape);
      const passed = masked.slice(0, open);
      const newline = passed.lastIndexOf('\n');
      line = newline < 0 ? line + passed.length : passed.length - newline - 1;
      return passed;
    },
    end() {
      const rest = mask(held, { cut: true });
      held = '';
      return rest;
    },
  };
}

export interface MaskedBytes {
  push(chunk: Buffer): Buffer;
  end(): Buffer;
}

/** The same for bytes, which stay unchanged where nothing is hidden. */
export function maskBytes(vault: StreamSecrets): MaskedBytes {
  const stream = maskStream(vault);
  return {
    push: (chunk) => Buffer.from(stream.push(chunk.toString('latin1')), 'latin1'),
    end: () => Buffer.from(stream.end(), 'latin1'),
  };
}
