/** The body of an HTTP response with its `Content-Encoding` undone. */

import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { named, namedError } from '../named-text.ts';

/** The returned stream emits the errors of both the connection and the decoder. */
export function decodedBody(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return response;
  const decoder = decoderFor(encoding);
  if (!decoder) {
    response.destroy();
    const shown = encoding.slice(0, 40);
    const what = named('encodingUnknown', `the answer has the unknown encoding "${shown}"`, shown);
    throw namedError('bad-encoding', what);
  }
  response.once('error', (error) => decoder.destroy(error));
  decoder.once('close', () => response.destroy());
  return response.pipe(decoder);
}

function decoderFor(encoding: string): Transform | undefined {
  const zlib = process.getBuiltinModule('node:zlib');
  if (encoding === 'br') return zlib.createBrotliDecompress();
  return /^(x-)?gzip$|^deflate$/.test(encoding) ? zlib.createUnzip() : undefined;
}
