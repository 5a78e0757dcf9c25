/** Where output was cut: a fact beside the text, because a program may print the line that marks a cut. */

import { stripAnsi } from '../../base/text/strip-ansi.ts';

export interface Cut {
  /** The line of the text, counted from 1, that stands for what is missing. The last line of the text says that it was cut. */
  line: number;
  /** Number of bytes that are missing. */
  bytes: number;
}

/** What a command printed. */
export interface CutOutput {
  stdout: string;
  stderr: string;
  /** Both streams in order of arrival; absent if only one of them printed. */
  output?: string;
  /** Where these texts are cut; absent if none is. */
  cuts?: Partial<Record<'stdout' | 'stderr' | 'output', Cut>>;
}

/** The output without escape codes; one that a cut leaves open ends there. */
export function withoutEscapes({ stdout, stderr, output, cuts = {} }: CutOutput): CutOutput {
  const out = plainText(stdout, cuts.stdout);
  const errors = plainText(stderr, cuts.stderr);
  const both = output === undefined ? undefined : plainText(output, cuts.output);
  const found = {
    ...(out.cut && { stdout: out.cut }),
    ...(errors.cut && { stderr: errors.cut }),
    ...(both?.cut && { output: both.cut }),
  };
  return {
    stdout: out.text,
    stderr: errors.text,
    ...(both && { output: both.text }),
    ...(Object.keys(found).length > 0 && { cuts: found }),
  };
}

function plainText(text: string, cut: Cut | undefined): { text: string; cut?: Cut } {
  if (!cut) return { text: stripAnsi(text) };
  const lines = text.split('\n');
  const before = lines.slice(0, cut.line - 1);
  const head = before.length === 0 ? [] : stripAnsi(before.join('\n')).split('\n');
  const rest = stripAnsi(lines.slice(cut.line).join('\n'));
  return { text: [...head, lines[cut.line - 1], rest].join('\n'), cut: { line: head.length + 1, bytes: cut.bytes } };
}
