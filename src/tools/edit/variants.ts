/** What a model may have done to a text on the way: escaped it twice, copied line numbers, padded it with blank lines. */

export interface Variant {
  stage: 'escaped' | 'line-numbers' | 'blank-lines';
  given: string;
  wanted: string;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
const NUMBERED = /^[ \t]*(\d{1,7})(?:\t|→|\|[ \t]?|:[ \t])/;

/** Only those that differ from what was given, likeliest first. */
export function variantsOf({ given, wanted }: { given: string; wanted: string }): Variant[] {
  const variants: Variant[] = [];
  const numberless = withoutNumbers(given);
  if (numberless !== undefined) {
    variants.push({ stage: 'line-numbers', given: numberless, wanted: withoutNumbersAnywhere(wanted) });
  }
  for (const pattern of [/\\([\\"'`$/ntr])/g, /\\(["'`$/])/g, /\\([ntr])/g]) {
    const unescape = (text: string) => text.replace(pattern, (_, letter: string) => ESCAPES[letter] ?? letter);
    const plain = unescape(given);
    const isNew = plain !== given && variants.every((variant) => variant.given !== plain);
    if (isNew) variants.push({ stage: 'escaped', given: plain, wanted: unescape(wanted) });
  }
  const unpadded = withoutOuterBlankLines(given);
  if (unpadded !== given && unpadded !== '') {
    variants.push({ stage: 'blank-lines', given: unpadded, wanted: withoutOuterBlankLines(wanted) });
  }
  return variants;
}

/** Every line must be numbered, counting up by one. */
function withoutNumbers(text: string): string | undefined {
  const lines = text.replace(/\r?\n$/, '').split('\n');
  let expected: number | undefined;
  for (const line of lines) {
    const number = Number(NUMBERED.exec(line)?.[1] ?? Number.NaN);
    if (Number.isNaN(number) || (expected !== undefined && number !== expected)) return undefined;
    expected = number + 1;
  }
  return withoutNumbersAnywhere(text);
}

/** New lines between the numbered ones may have none. */
function withoutNumbersAnywhere(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(NUMBERED, ''))
    .join('\n');
}

function withoutOuterBlankLines(text: string): string {
  return text.replace(/^(?:[ \t]*\r?\n)+/, '').replace(/(?:(?<!\n)\r?\n[ \t]*)(?:\r?\n[ \t]*)*$/, '');
}
