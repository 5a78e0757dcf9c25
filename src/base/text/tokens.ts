/** Tokens by rule of thumb: good enough until the provider reports its own count. */

/** About four characters a token for Latin text, about one and a half for what is not ASCII. */
export function estimateTokens(text: string): number {
  let wide = 0;
  const step = text.length > 20_000 ? 16 : 1; // long texts are sampled, so that the cost stays flat
  for (let index = 0; index < text.length; index += step) if (text.charCodeAt(index) > 0x7f) wide += step;
  return Math.ceil((text.length - wide) / 4 + wide / 1.5);
}
