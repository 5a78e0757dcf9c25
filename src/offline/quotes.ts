/** Hides quoted text so that no pattern reads inside it, and reveals it where a pattern captured it. */

const OPEN = '\uE000';
const CLOSE = '\uE001';

/** A hidden quotation, as a building block of a pattern. */
export const QUOTE = `${OPEN}\\d+${CLOSE}`;

const QUOTED =
  /```[^\n`]*\n([\s\S]*?)```|`([^`]+)`|"([^"\n]*)"|“([^“”]*)”|‘([^‘’]*)’|「([^「」]*)」|(?<!\w)'([^'\n]+)'(?!\w)/g;
const HIDDEN = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'g');

export function hideQuotes(typed: string) {
  const quotes: { typed: string; inner: string }[] = [];
  const text = typed.replaceAll(/[\uE000\uE001]/g, '').replace(QUOTED, (whole, ...found) => {
    quotes.push({ typed: whole, inner: found.slice(0, 7).find((group) => group !== undefined) ?? '' });
    return `${OPEN}${quotes.length - 1}${CLOSE}`;
  });
  return {
    text,
    /** The part as it was typed; without the quotes if it is a single quotation. */
    reveal: (part: string): string =>
      part.trim().replace(HIDDEN, (mark, index) => {
        const quote = quotes[Number(index)];
        return (mark === part.trim() ? quote?.inner : quote?.typed) ?? '';
      }),
  };
}

export function isQuoted(part: string | undefined): boolean {
  return part !== undefined && new RegExp(`^${QUOTE}$`).test(part.trim());
}
