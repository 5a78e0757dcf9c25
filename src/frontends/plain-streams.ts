/** Guards the standard streams of a run that draws no screen: nothing printed to a terminal can control it. */

import { visible } from '../base/text/visible.ts';

/** Control characters except tab and line ends, and characters that change the text direction. */
const COMMANDING = /\r(?!\n)|[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Guards everything written from now on, by any code. Output to a file or a pipe stays unchanged. */
export function guardStreams(streams: readonly NodeJS.WriteStream[] = [process.stdout, process.stderr]): void {
  for (const stream of streams) if (stream.isTTY) guard(stream);
}

function guard(stream: NodeJS.WriteStream): void {
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean;
  stream.write = (chunk: unknown, ...rest: unknown[]): boolean =>
    write(typeof chunk === 'string' ? chunk.replace(COMMANDING, visible) : chunk, ...rest);
}
