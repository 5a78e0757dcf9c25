/** Hides what a person quoted, so that no rule reads inside it, and brings it back where a rule picked it up. */

const OPEN = '\uE000';
const CLOSE = '\uE001';

/** A run of hidden text, as a piece of a rule's pattern. */
export const LITERAL = `${OPEN}\\d+${CLOSE}`;

const QUOTED =
  /```[^\n`]*\n([\s\S]*?)```|`([^`]+)`|"((?:[^"\\\n]|\\.)*)"|“([^”]*)”|‘([^’]*)’|「([^」]*)」|『([^』]*)』|(?<!\w)'([^'\n]+)'(?!\w)/g;
const HIDDEN = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'g');
const WHOLE = new RegExp(`^${OPEN}(\\d+)${CLOSE}$`);

export interface Masked {
  text: string;
  /** The text as it was typed; what was quoted as a whole loses its quotes. */
  reveal(text: string): string;
}

export function mask(text: string): Masked {
  const hidden: { typed: string; inner: string }[] = [];
  const masked = text.replaceAll(/[\uE000\uE001]/g, '').replace(QUOTED, (typed, ...found) => {
    const inner = found.slice(0, 8).find((group) => group !== undefined) ?? '';
    hidden.push({ typed, inner });
    return `${OPEN}${hidden.length - 1}${CLOSE}`;
  });
  return {
    text: masked,
    reveal(part) {
      const whole = WHOLE.exec(part.trim());
      if (whole) return hidden[Number(whole[1])]?.inner ?? '';
      return part.replace(HIDDEN, (_, index) => hidden[Number(index)]?.typed ?? '');
    },
  };
}
