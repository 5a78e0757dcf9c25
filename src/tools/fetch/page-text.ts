/** Decodes the bytes of a fetched page to text for the model. */

import { isBinary } from '../../base/files/text-file.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';

export interface PageText {
  title?: string;
  text: string;
}

/** `undefined` if the page is not text. */
export function pageText(bytes: Buffer, contentType: string, url: URL): PageText | undefined {
  const [type = ''] = contentType.toLowerCase().split(';');
  const isText = isTextType(type.trim());
  if (isText === false) return undefined;
  const label = charsetOf(contentType) ?? bomOf(bytes) ?? (/html/.test(type) ? metaCharset(bytes) : undefined);
  if (isBinary(bytes) && !/^utf-?16/i.test(label ?? '')) return undefined;
  const text = decode(bytes, label);
  const isHtml = /html/.test(type) || (type === '' && /^\s*<(!doctype html|html)\b/i.test(text));
  if (!isHtml) return { text };
  const { title, markdown } = htmlToMarkdown(text, url);
  return { ...(title && { title }), text: markdown };
}

/** `undefined` if the type is inconclusive and the bytes have to decide. */
function isTextType(type: string): boolean | undefined {
  if (type === '' || type === 'application/octet-stream' || type === 'binary/octet-stream') return undefined;
  if (type.startsWith('text/')) return true;
  if (/^(image|audio|video|font|model)\//.test(type)) return type === 'image/svg+xml';
  if (/json|xml|javascript|ecmascript|yaml|toml|sql|graphql|x-sh|x-www-form-urlencoded|x-ndjson|rtf/.test(type)) {
    return !/vnd\.(openxml|oasis|ms-)/.test(type) || /\+(xml|json)$/.test(type);
  }
  return /^application\/(pdf|zip|gzip|x-tar|x-7z|wasm|java-archive|msword|vnd\.)/.test(type) ? false : undefined;
}

function charsetOf(contentType: string): string | undefined {
  return /charset\s*=\s*"?([\w.:-]{2,40})/i.exec(contentType)?.[1];
}

function bomOf(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

function metaCharset(bytes: Buffer): string | undefined {
  return /<meta[^>]{0,200}charset\s{0,9}=\s{0,9}["']?([\w.:-]{2,40})/i.exec(bytes.toString('latin1', 0, 2048))?.[1];
}

function decode(bytes: Buffer, label = 'utf-8'): string {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder().decode(bytes); // an encoding the decoder does not know
    throw error;
  }
}
