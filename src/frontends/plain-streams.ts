/** Standard streams of a run without a screen of its own: on a terminal, nothing that is printed can command it. */

import { visible } from '../base/text/visible.ts';

/** Control characters but for tab and line ends, and what turns the direction of reading. */
const COMMANDING = /\r(?!\n)|[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** For all that is written from here on, whoever writes it; what goes to a file or a pipe stays as it is. */
export function guardStreams(streams: readonly NodeJS.WriteStream[] = [process.stdout, process.stderr]): void {
  for (const stream of streams) if (stream.isTTY) guard(stream);
}

function guard(stream: NodeJS.WriteStream): void {
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean;
  stream.write = (chunk: unknown, ...rest: unknown[]): boolean =>
    write(typeof chunk === 'string' ? chunk.replace(COMMANDING, visible) : chunk, ...rest);
}
