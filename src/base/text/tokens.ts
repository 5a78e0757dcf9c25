/** Tokens by rule of thumb: good enough until the provider reports its own count. */

/** About four characters a token for Latin text, about one and a half for what is not ASCII. */
export function estimateTokens(text: string): number {
  const wide = text.length <= EXACT && Buffer.byteLength(text) === text.length ? 0 : countWide(text);
  return Math.ceil((text.length - wide) / 4 + wide / 1.5);
}

/** Longer texts are sampled, so that the cost stays flat. */
const EXACT = 20_000;

function countWide(text: string): number {
  let wide = 0;
  const step = text.length > EXACT ? 16 : 1;
  for (let index = 0; index < text.length; index += step) if (text.charCodeAt(index) > 0x7f) wide += step;
  return wide;
}
