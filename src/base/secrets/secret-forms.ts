/** The ways a secret may be written: verbatim, as JSON, in a URL, in hexadecimal, in base64 at any alignment. */

/** A shorter piece of base64 could be any word. */
const SHORTEST_BASE64 = 8;

export function formsOf(value: string): Set<string> {
  const forms = new Set([value]);
  let json = value;
  for (let depth = 0; depth < 3; depth += 1) {
    json = JSON.stringify(json).slice(1, -1);
    forms.add(json);
  }
  forms.add(inAddress(value));
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  forms.add(hex).add(hex.toUpperCase());
  for (const form of base64Of(bytes)) forms.add(form).add(form.replaceAll('+', '-').replaceAll('/', '_'));
  return forms;
}

function inAddress(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

/** The part of the base64 that does not depend on neighbouring bytes, for each of the three alignments. */
function base64Of(bytes: Buffer): string[] {
  const forms: string[] = [];
  for (let before = 0; before < 3; before += 1) {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const start = before === 0 ? 0 : before + 1; // skips a character that contains bits of the preceding bytes
    const end = text.length - ((bytes.length + before) % 3 === 0 ? 0 : 1);
    const form = text.slice(start, end);
    if (form.length >= SHORTEST_BASE64) forms.push(form);
  }
  return forms;
}
