/** Finds tools by purpose: BM25 over their words, exact names first. Pure, and fast enough to need no index on disk. */

export interface Findable {
  /** The model's name for the tool. */
  name: string;
  server: string;
  /** The server's name for the tool. */
  tool: string;
  title?: string;
  description: string;
  parameters: readonly string[];
}

const SATURATION = 1.2;
const LENGTH = 0.75;
const DESCRIPTION_WORDS = 120;
const NAME_WEIGHT = 3;

export interface ToolIndex<T extends Findable> {
  /** Best first; includes every tool that is named exactly, even beyond `most`. */
  search(query: string, most: number): T[];
}

export function indexTools<T extends Findable>(tools: readonly T[]): ToolIndex<T> {
  const documents = tools.map((tool) => ({ tool, words: counted(wordsOfTool(tool)) }));
  const sizes = documents.map(({ words }) => [...words.values()].reduce((sum, count) => sum + count, 0));
  const average = sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length);
  const having = new Map<string, number>();
  for (const { words } of documents) for (const word of words.keys()) having.set(word, (having.get(word) ?? 0) + 1);
  return {
    search(query, most) {
      const wanted = [...new Set(wordsIn(query))];
      const scored = documents.map(({ tool, words }, index) => {
        const size = (sizes[index] ?? 0) / average;
        const weigh = (word: string) => weight(words.get(word) ?? 0, having.get(word) ?? 0, documents.length, size);
        return { tool, score: wanted.reduce((sum, word) => sum + weigh(word), 0) };
      });
      const named = new Set(query.split(/[\s,]+/));
      const exact = tools.filter(({ name, tool }) => named.has(name) || named.has(tool));
      const ranked = scored
        .filter(({ score }) => score > 0)
        .toSorted((first, second) => second.score - first.score)
        .map(({ tool }) => tool);
      return [...new Set([...exact, ...ranked])].slice(0, Math.max(most, exact.length));
    },
  };
}

/** Weight of a word with `count` in this tool, found in `having` of `all` tools; `size` is relative to the average. */
function weight(count: number, having: number, all: number, size: number): number {
  if (count === 0) return 0;
  const rarity = Math.log(1 + (all - having + 0.5) / (having + 0.5));
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

/** Splits `takeScreenshots` into `take` and `screenshot`. */
function wordsIn(text: string): string[] {
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9\u4e00-\u9fff]+/)
    .filter((word) => word.length > 1)
    .map((word) => word.replace(/(?:ing|ed|es|s)$/, ''));
}
