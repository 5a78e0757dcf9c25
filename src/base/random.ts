/** Random text for names that must not collide; not for secrets, because it can be guessed. */

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';

export function randomText(length: number): string {
  let text = '';
  for (let index = 0; index < length; index++) text += ALPHABET[Math.floor(Math.random() * ALPHABET.length)];
  return text;
}
