/** Turns text into the requests it makes; either all of them are understood, or none is taken. */

import { pattern } from './patterns.ts';
import { hideQuotes } from './quotes.ts';
import { type OfflineRequest, REQUESTS } from './requests.ts';
import type { Report, Scene, Script } from './script.ts';

export interface Understood {
  /** The request in the person's words. */
  words: string;
  script: Script | Report;
}

interface Rule extends Omit<OfflineRequest, 'when'> {
  when: RegExp;
}

const RULES: readonly Rule[] = REQUESTS.flatMap((request) =>
  request.when.map((source) => ({ ...request, when: pattern(source) })),
);

/** Longer text, not counting quotations, is prose that no table reads correctly. */
const MAX_LENGTH = 1000;
const MAX_TYPED = 20_000;

const THEN =
  /\s*(?:[,，.。]\s*)?(?:\band then\b|\bthen\b|\bafter that\b|\band(?= (?:run|show|read|explain)\b)|然后再?|接着|，再|，?并(?=运行|查看))[,，]?\s*|\s*[;；]\s*|\s*\n\s*(?:\d{1,2}[.)、]\s*|[-*] )?/i;
const BEFORE =
  /^(?:1[.)、]|[-*] |please|pls|ok|first|now|(?:can|could|would|will) you(?: please)?|i(?:'d like| want| need)(?: you)? to|let's|help me(?: to)?|请你?|麻烦你?|帮我|给我|能不能|你能|可以|首先|先|现在)[\s,，]*/i;
const AFTER = /(?:[\s,，]*(?:please|for me|thanks|thank you|now|谢谢|吧|吗))$/i;

/** Empty if the prompt was not understood. */
export function understand(prompt: string, scene: Scene): Understood[] {
  const { text, reveal } = hideQuotes(prompt.slice(0, MAX_TYPED));
  if (text.length > MAX_LENGTH || prompt.length > MAX_TYPED) return [];
  const whole = read(text, true);
  const parts = whole ? [] : text.split(THEN).filter((part) => part.trim() !== '');
  const understood = parts.flatMap((part) => {
    const script = read(part);
    return script ? [{ words: reveal(part), script }] : [];
  });
  if (understood.length > 1 && understood.length === parts.length) return understood;
  const script = whole ?? read(text);
  return script ? [{ words: prompt.trim(), script }] : [];

  function read(part: string, onlyWhole = false): Understood['script'] | undefined {
    for (const words of new Set([withoutMark(part), bare(part)])) {
      for (const { when, act, isWhole } of RULES) {
        const match = onlyWhole && !isWhole ? null : when.exec(words);
        const found = match ? act(revealAll(match.groups ?? {}), scene, match.groups ?? {}) : undefined;
        if (found) return found;
      }
    }
    return undefined;
  }

  function revealAll(groups: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
    return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, value && reveal(value)]));
  }
}

/** The request without "could you please". */
function bare(text: string): string {
  const request = withoutMark(text);
  const shorter = withoutMark(request.replace(AFTER, '').replace(BEFORE, ''));
  return shorter === request || shorter === '' ? request : bare(shorter);
}

function withoutMark(text: string): string {
  const trimmed = text.trim();
  return trimmed.replace(/(?<=[^\s./*])[.!?。！？]+$/, '');
}
