/** Known facts about models: their windows and prices. */

interface ModelFacts {
  /** Number of tokens that may be sent. */
  contextLimit: number;
  /** US dollars per million tokens; absent if unknown. */
  price?: { input: number; cached: number; output: number };
}

/** The minimum for most current models. */
const UNKNOWN: ModelFacts = { contextLimit: 128_000 };

/** The first row that the bare name starts with applies, so longer names come before shorter ones. */
const MODELS: readonly (readonly [start: string, contextLimit: number, ...price: number[]])[] = [
  ['gpt-5-mini', 272_000, 0.25, 0.025, 2],
  ['gpt-5-nano', 272_000, 0.05, 0.005, 0.4],
  ['gpt-5-pro', 272_000, 15, 15, 120],
  ['gpt-5-chat', 128_000, 1.25, 0.125, 10],
  ['gpt-5', 272_000, 1.25, 0.125, 10],
  ['gpt-4.1-mini', 1_047_576, 0.4, 0.1, 1.6],
  ['gpt-4.1-nano', 1_047_576, 0.1, 0.025, 0.4],
  ['gpt-4.1', 1_047_576, 2, 0.5, 8],
  ['gpt-4o-mini', 128_000, 0.15, 0.075, 0.6],
  ['gpt-4o', 128_000, 2.5, 1.25, 10],
  ['gpt-oss', 131_072],
  ['o4-mini', 200_000, 1.1, 0.275, 4.4],
  ['o3-mini', 200_000, 1.1, 0.55, 4.4],
  ['o3', 200_000, 2, 0.5, 8],
  ['claude-opus-4-5', 200_000, 5, 0.5, 25],
  ['claude-opus-4.5', 200_000, 5, 0.5, 25],
  ['claude-opus-4', 200_000, 15, 1.5, 75],
  ['claude-sonnet-4', 200_000, 3, 0.3, 15],
  ['claude-haiku-4', 200_000, 1, 0.1, 5],
  ['claude-3-5-haiku', 200_000, 0.8, 0.08, 4],
  ['claude-', 200_000],
  ['gemini-3-pro', 1_048_576, 2, 0.2, 12],
  ['gemini-2.5-flash-lite', 1_048_576, 0.1, 0.01, 0.4],
  ['gemini-2.5-flash', 1_048_576, 0.3, 0.03, 2.5],
  ['gemini-2.5-pro', 1_048_576, 1.25, 0.125, 10],
  ['gemini-', 1_048_576],
  ['deepseek-', 128_000, 0.28, 0.028, 0.42],
  ['grok-4-fast', 2_000_000, 0.2, 0.05, 0.5],
  ['grok-4', 256_000, 3, 0.75, 15],
  ['grok-code-fast', 256_000, 0.2, 0.02, 1.5],
  ['grok-', 131_072],
  ['kimi-k2', 262_144, 0.6, 0.15, 2.5],
  ['glm-4.6', 200_000, 0.6, 0.11, 2.2],
  ['glm-4.5', 131_072, 0.6, 0.11, 2.2],
  ['qwen3-coder', 262_144],
  ['codestral', 256_000],
];

const known = new Map<string, ModelFacts>();

/** Cached, because it is called several times per step. */
export function modelFacts(model: string): ModelFacts {
  const facts = known.get(model) ?? factsByName(model);
  known.set(model, facts);
  return facts;
}

/** Looks up the name without vendor prefixes (`openai/`, `models/`). */
function factsByName(model: string): ModelFacts {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  const row = MODELS.find((each) => name.startsWith(each[0]));
  if (!row) return UNKNOWN;
  const [, contextLimit, input, cached, output] = row;
  if (input === undefined || cached === undefined || output === undefined) return { contextLimit };
  return { contextLimit, price: { input, cached, output } };
}

export function contextLimit(model: string): number {
  return modelFacts(model).contextLimit;
}

/** Output tokens for endpoints that require a limit. The first matching row applies. */
const OUTPUT_LIMITS: readonly (readonly [name: RegExp, tokens: number])[] = [
  [/^claude-(3-(opus|sonnet|haiku)|2|instant)/, 4_096],
  [/^claude-3-5/, 8_192],
  [/^claude-opus-4(-[01]\b|-20|$|@)/, 32_000],
  [/^claude-/, 64_000],
];

export function outputLimit(model: string): number {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  return OUTPUT_LIMITS.find(([pattern]) => pattern.test(name))?.[1] ?? 8_192;
}
