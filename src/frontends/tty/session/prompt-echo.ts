/** The line that was sent as it stays in the scrollback, with marks for terminals that jump between prompts. */

import { sanitize } from '../../../base/text/sanitize.ts';
import { INPUT_START, OUTPUT_START, PROMPT_START } from '../screen/prompt-marks.ts';
import { type Line, span } from '../screen/spans.ts';

export function promptEcho(prompt: Line, shown: string): Line[] {
  const [first = '', ...rest] = sanitize(shown).split('\n');
  const lines: Line[] = [
    [span(PROMPT_START), ...prompt, span(`${INPUT_START}${first}`)],
    ...rest.map((line) => [span(line)]),
  ];
  const last = lines.pop() ?? [];
  return [...lines, [...last, span(OUTPUT_START)]];
}
