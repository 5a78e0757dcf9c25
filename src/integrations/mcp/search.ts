/** Finds tools by what they are for: BM25 over their words, exact names first. Pure, and quick enough to need no index on disk. */

export interface Findable {
  /** What the model calls it. */
  name: string;
  server: string;
  /** What the server calls it. */
  tool: string;
  title?: string;
  description: string;
  parameters: readonly string[];
}

const SATURATION = 1.2;
const LENGTH = 0.75;
const DESCRIPTION_WORDS = 120;
const NAME_WEIGHT = 3;

/** Best first; every tool that is named exactly is among them, whatever `most` says. */
export function searchTools<T extends Findable>(query: string, tools: readonly T[], most: number): T[] {
  const documents = tools.map((tool) => ({ tool, words: counted(wordsOfTool(tool)) }));
  const sizes = documents.map(({ words }) => [...words.values()].reduce((sum, count) => sum + count, 0));
  const average = sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length);
  const wanted = [...new Set(wordsIn(query))];
  const scored = documents.map(({ tool, words }, index) => ({
    tool,
    score: wanted.reduce((sum, word) => sum + weight(word, words, documents, (sizes[index] ?? 0) / average), 0),
  }));
  const named = new Set(query.split(/[\s,]+/));
  const exact = tools.filter(({ name, tool }) => named.has(name) || named.has(tool));
  const ranked = scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ tool }) => tool);
  return [...new Set([...exact, ...ranked])].slice(0, Math.max(most, exact.length));
}

function weight(
  word: string,
  words: ReadonlyMap<string, number>,
  documents: readonly { words: ReadonlyMap<string, number> }[],
  size: number,
): number {
  const count = words.get(word) ?? 0;
  if (count === 0) return 0;
  const having = documents.filter((each) => each.words.has(word)).length;
  const rarity = Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
  return (rarity * count * (SATURATION + 1)) / (count + SATURATION * (1 - LENGTH + LENGTH * size));
}

function wordsOfTool({ server, tool, title = '', description, parameters }: Findable): string[] {
  const name = wordsIn(tool);
  return [
    ...Array.from({ length: NAME_WEIGHT }, () => name).flat(),
    ...wordsIn(server),
    ...wordsIn(title),
    ...wordsIn(description).slice(0, DESCRIPTION_WORDS),
    ...parameters.flatMap(wordsIn),
  ];
}

function counted(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** `takeScreenshots` is `take` and `screenshot`. */
function wordsIn(text: string): string[] {
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9\u4e00-\u9fff]+/)
    .filter((word) => word.length > 1)
    .map((word) => word.replace(/(?:ing|ed|es|s)$/, ''));
}
