/** Turns a prompt's blocks into one input: text as it is, files of the workspace as mentions, embedded texts and images beside it. */

import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInside } from '../../base/files/paths.ts';
import { isPlainObject } from '../../base/schema.ts';
import { formatMention } from '../../protocol/mentions.ts';
import type { ImagePart } from '../../protocol/message.ts';
import type { AttachedText, Op } from '../../protocol/op.ts';
import { invalid } from './params.ts';

type Submit = Extract<Op, { type: 'submit' }>;

export function submitOf(prompt: unknown, cwd: string): Submit {
  if (!Array.isArray(prompt) || prompt.length === 0) throw invalid('prompt is missing or is not a list of blocks.');
  const texts: string[] = [];
  const images: ImagePart[] = [];
  const attached: AttachedText[] = [];
  for (const block of prompt as unknown[]) {
    if (!isPlainObject(block)) throw invalid('prompt holds something that is not a block.');
    switch (block.type) {
      case 'text':
        texts.push(wanted(block.text, 'text'));
        break;
      case 'image':
        images.push({
          type: 'image',
          mimeType: wanted(block.mimeType, 'mimeType'),
          data: wanted(block.data, 'data'),
        });
        break;
      case 'resource_link':
        texts.push(linkText(wanted(block.uri, 'uri'), block.name, cwd));
        break;
      case 'resource':
        takeResource(isPlainObject(block.resource) ? block.resource : {});
        break;
      default:
        throw invalid(`coder does not accept blocks of type ${JSON.stringify(block.type)}.`);
    }
  }
  return {
    type: 'submit',
    text: texts.join(''),
    ...(images.length > 0 && { images }),
    ...(attached.length > 0 && { attached }),
  };

  function takeResource(resource: Record<string, unknown>): void {
    const uri = wanted(resource.uri, 'resource.uri');
    const name = shownName(uri, cwd);
    texts.push(name);
    if (typeof resource.text === 'string') attached.push({ name, text: resource.text });
    else if (isImage(resource.mimeType) && typeof resource.blob === 'string')
      images.push({ type: 'image', mimeType: resource.mimeType, data: resource.blob });
  }
}

function isImage(mimeType: unknown): mimeType is string {
  return typeof mimeType === 'string' && mimeType.startsWith('image/');
}

function wanted(value: unknown, key: string): string {
  if (typeof value === 'string') return value;
  throw invalid(`a block of the prompt has no ${key}.`);
}

/** coder itself attaches a file of the workspace, as for any `@path`; anything else is only named. */
function linkText(uri: string, name: unknown, cwd: string): string {
  const { path, lines } = fileOf(uri);
  if (path !== undefined && isInside(cwd, path) && path !== cwd)
    return `${formatMention(relative(cwd, path))}${lines ?? ''}`;
  return typeof name === 'string' && name !== uri ? `${name} (${path ?? uri})` : (path ?? uri);
}

function shownName(uri: string, cwd: string): string {
  const { path, lines = '' } = fileOf(uri);
  if (path === undefined) return uri;
  return `${isInside(cwd, path) && path !== cwd ? relative(cwd, path) : path}${lines}`;
}

/** The path and the lines in a `file:` URI. Lines are `#L3:10` or `#L3-L10`, as editors write them. */
function fileOf(uri: string): { path?: string; lines?: string } {
  if (!uri.startsWith('file:')) return {};
  const url = URL.parse(uri);
  if (!url || (url.host !== '' && url.host !== 'localhost')) return {};
  const [, from, to = from] = /^#L(\d+)(?:[:-]L?(\d+))?$/.exec(url.hash) ?? [];
  url.hash = '';
  url.host = '';
  try {
    return { path: fileURLToPath(url), ...(from !== undefined && { lines: `:${from}-${to}` }) };
  } catch {
    return {}; // contains `%2F`, so it is not a path of this system
  }
}
