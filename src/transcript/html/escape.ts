/** Escapes text for HTML, so that nothing in it is markup and nothing is hidden. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return shown(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Replaces control characters and direction marks, which would make a page show something other than what was said. */
export function shown(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, (character) => String.fromCharCode(0x2400 + character.charCodeAt(0)))
    .replace(/[\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
