/**
 * Streams Markdown in random pieces: the streamed output must equal that of the whole text, and contain every word.
 * `node test/long/markdown-pieces.ts [--seeds N] [specification.txt …]` takes the examples of CommonMark's or GFM's text; otherwise ours.
 */

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { endMarkdown, NO_MARKDOWN, writeMarkdown } from '../../src/frontends/tty/draw/markdown/stream.ts';
import { STYLES } from '../../src/frontends/tty/draw/styles.ts';
import { plainText, toRow } from '../../src/frontends/tty/screen/spans.ts';
import { createTheme } from '../../src/frontends/tty/screen/theme.ts';
import { MARKDOWN_EXAMPLES } from '../fixtures/markdown-examples.ts';
import { randomFrom } from '../oracle/random.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: 'string', default: '20' }, show: { type: 'string', default: '5' } },
});

const examples = positionals.length === 0 ? MARKDOWN_EXAMPLES : positionals.flatMap(examplesOf);
const theme = createTheme('color');
let drawn = 0;
let unequal = 0;
let lost = 0;

for (const [index, source] of examples.entries()) {
  // Alone, and with a neighbour on each side.
  const among = `${examples[index - 1] ?? ''}\n${source}\nA paragraph.\n${examples[index + 1] ?? ''}`;
  for (const text of [source, among]) {
    for (const width of [20, 80]) {
      for (const style of [STYLES.full, STYLES.compact]) {
        const paper = { width, theme, highlight: () => undefined, style };
        const whole = draw([text], paper).map(toRow).join('\n');
        for (let seed = 1; seed <= Number(values.seeds); seed++) {
          drawn++;
          const streamed = draw(pieces(text, seed * 7919 + index), paper)
            .map(toRow)
            .join('\n');
          if (streamed !== whole) say(unequal++, `unequal, width ${width}, seed ${seed}`, text, streamed);
        }
      }
    }
  }
  const shown = draw([source], { width: 200, theme, highlight: () => undefined, style: STYLES.full });
  const text = shown.map(plainText).join('\n');
  for (const word of wordsOf(source)) if (!text.includes(word)) say(lost++, `lost ${word}`, source, text);
}

process.stdout.write(`${examples.length} examples, ${drawn} drawn in pieces: ${unequal} unequal, ${lost} words lost\n`);
process.exitCode = unequal + lost === 0 ? 0 : 1;

function draw(parts: readonly string[], paper: Parameters<typeof endMarkdown>[1]) {
  let markdown = NO_MARKDOWN;
  const lines = [];
  for (const part of parts) {
    const written = writeMarkdown(markdown, part, paper);
    markdown = written.markdown;
    lines.push(...written.lines);
  }
  return [...lines, ...endMarkdown(markdown, paper).lines];
}

function pieces(text: string, seed: number): string[] {
  const random = randomFrom(seed);
  const longest = 1 + random(12);
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += parts.at(-1)?.length ?? 1)
    parts.push(text.slice(at, at + 1 + random(longest)));
  return parts;
}

/** Examples between a fence marked `example` and a line with a dot; an arrow represents a tab. */
function examplesOf(path: string): string[] {
  const found = readFileSync(path, 'utf8').matchAll(/^`{32} example[^\n]*\n(.*?)^\.\n/gms);
  return [...found].map(([, source = '']) => source.replaceAll('→', '\t'));
}

/** The words of the text, without link titles, character references and the info string of a fence. */
function wordsOf(source: string): readonly string[] {
  const title = /(\(\s*\S+\s+)(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\([^()]*\))(\s*\))/g;
  const text = source.replace(title, '$1$2').replace(/&#?\w+;|^ {0,3}(?:`{3,}|~{3,}).*$/gm, ' ');
  return text.match(/\p{L}{2,}/gu) ?? [];
}

function say(count: number, what: string, source: string, got: string): void {
  if (count < Number(values.show)) process.stdout.write(`${what}: ${JSON.stringify(source)}\n${got}\n\n`);
}
