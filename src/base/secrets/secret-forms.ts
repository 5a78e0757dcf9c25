/** The ways in which a secret is written: as it is, as JSON, in an address, as hexadecimal digits, in base64 wherever it begins. */

/** A piece of base64 shorter than this could be any word. */
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

/** What does not depend on the bytes around it, for each of the three places at which it may begin. */
function base64Of(bytes: Buffer): string[] {
  const forms: string[] = [];
  for (let before = 0; before < 3; before += 1) {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const start = before === 0 ? 0 : before + 1; // a character that holds bits of what is before
    const end = text.length - ((bytes.length + before) % 3 === 0 ? 0 : 1);
    const form = text.slice(start, end);
    if (form.length >= SHORTEST_BASE64) forms.push(form);
  }
  return forms;
}
