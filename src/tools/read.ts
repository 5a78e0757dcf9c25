/** `read`: reads a part of a text file, or an image. */

import { CoderError } from '../base/errors.ts';
import { decodeAs, decodeFile, type Encoding, hasStrayBytes, isBinary, shownText } from '../base/files/text-file.ts';
import { type Infer, integer, object, optional, string } from '../base/schema.ts';
import { formatBytes } from '../base/text/format-number.ts';
import { hiddenWarning } from '../base/text/hidden-characters.ts';
import type { ReadFile, Workspace } from '../host/files/workspace.ts';
import type { Outcome } from '../protocol/message.ts';
import { defineTool, failed, ok, type Tool, type ToolContext } from '../protocol/tool.ts';
import type { View } from '../protocol/view.ts';
import { splitLines } from './edit/lines.ts';
import { readWindow } from './files/line-window.ts';
import { describeBinary, imageType, isPdf } from './files/media-type.ts';
import type { FileDeps } from './files/open-text.ts';
import { readText } from './for-model/read-text.ts';

const input = object({
  path: string(),
  offset: optional(integer('first line; negative: tail')),
  limit: optional(integer('default 2000')),
});
type Args = Infer<typeof input>;
type Asked = Required<Args>;

/** A line with its end; `length` is that of the whole line, `isEnd` means that its beginning was omitted. */
interface ShownLine {
  text: string;
  length: number;
  isEnd?: boolean;
}

interface Shown {
  lines: ShownLine[];
  start: number;
  hasMore: boolean;
  total?: number;
  encoding: Encoding;
}

const DEFAULT_LIMIT = 2000;
const MAX_CONTENT = 64 * 1024;
const MAX_LINE = 2000;
/** Files up to this size are read whole, so that their lines can be counted. */
const WHOLE = 8 * 1024 * 1024;
const MAX_IMAGE = 5 * 1024 * 1024;
const HEAD = 64 * 1024;

export function readTool(deps: FileDeps): Tool<Args> {
  return defineTool<Args>({
    name: 'read',
    description: 'Read a text file, lines numbered (long ones in parts: offset), or an image.',
    input,
    effect: 'read',
    looks: 'read',
    permission: 'read',
    paths: ({ path }) => [{ path, access: 'read' }],
    async execute({ path, offset = 1, limit = DEFAULT_LIMIT }, context) {
      const asked = { path, offset, limit: Math.max(1, limit) };
      return readPath(asked, deps, context);
    },
    forModel: readText,
    view: viewRead,
  });
}

async function readPath(
  asked: Asked,
  { workspace, seen, secrets }: FileDeps,
  { signal }: ToolContext,
): Promise<Outcome> {
  const head = await workspace
    .readFile(asked.path, { length: HEAD })
    .catch((error) => explained(error, asked, workspace));
  const { display, size } = head;
  const mimeType = imageType(head.bytes);
  if (mimeType) return readImage(asked.path, mimeType, head, workspace);
  if (isPdf(head.bytes)) return failed(`${display} is a PDF (${formatBytes(size)}). Run pdftotext on it with bash.`);
  const isUtf16 = decodeFile(head.bytes.subarray(0, 4))?.encoding.startsWith('utf-16') ?? false;
  if (!isUtf16 && isBinary(head.bytes)) {
    return failed(`${display} is not text: ${describeBinary(head.bytes, size)}.`, { size });
  }
  const whole = await wholeFile(asked.path, head, size <= WHOLE || isUtf16, workspace);
  const shown = whole ? fromWhole(whole, asked) : await fromParts(head, asked, workspace, signal);
  seen.remember(whole ?? head);
  return toOutcome(shown, display, asked, secrets?.mask ?? ((text) => text));
}

/** For a folder or a missing file, `workspace.file` throws an error that says what to do instead. */
async function explained(error: unknown, { path }: Asked, workspace: Workspace): Promise<never> {
  await workspace.file(path);
  throw error;
}

async function wholeFile(
  path: string,
  head: ReadFile,
  isWanted: boolean,
  workspace: Workspace,
): Promise<ReadFile | undefined> {
  if (head.bytes.length === head.size) return head;
  return isWanted ? workspace.readFile(path, { maxBytes: 4 * WHOLE }) : undefined;
}

async function readImage(path: string, mimeType: string, head: ReadFile, workspace: Workspace): Promise<Outcome> {
  const { display, size } = head;
  if (size > MAX_IMAGE) {
    return failed(
      `${display} is an image of ${formatBytes(size)}; the limit is ${formatBytes(MAX_IMAGE)}. Make it smaller first.`,
    );
  }
  const { bytes } = await workspace.readFile(path, { maxBytes: MAX_IMAGE });
  const result = { content: `${mimeType}, ${formatBytes(size)}`, start_line: 0, end_line: 0, has_more: false };
  return ok(result, [{ type: 'image', mimeType, data: bytes.toString('base64') }]);
}

function fromWhole(file: ReadFile, { offset, limit }: Asked): Shown {
  const decoded = decodeFile(file.bytes);
  if (!decoded) throw new CoderError('binary', `${file.display} is not text`);
  const all = splitLines(decoded.text);
  const first = offset < 0 ? Math.max(0, all.length + offset) : Math.max(1, offset) - 1;
  const lines = all
    .slice(first, first + limit)
    .map(({ text, ending }) => ({ text: text + ending, length: text.length }));
  const fitting = fit(lines, offset < 0 && first + limit >= all.length);
  const start = first + fitting.dropped;
  return {
    lines: fitting.lines,
    start: start + 1,
    hasMore: start + fitting.lines.length < all.length,
    total: all.length,
    encoding: decoded.encoding,
  };
}

/** As many lines as fit: the first ones, or the last ones if the end of the file was requested. */
function fit(lines: readonly ShownLine[], fromEnd: boolean): { lines: ShownLine[]; dropped: number } {
  const ordered = fromEnd ? lines.toReversed() : lines;
  let size = 0;
  let count = 0;
  for (const { text } of ordered) {
    size += Buffer.byteLength(text.slice(0, MAX_LINE));
    if (count > 0 && size > MAX_CONTENT) break;
    count++;
  }
  const kept = fromEnd ? lines.slice(lines.length - count) : lines.slice(0, count);
  return { lines: kept, dropped: fromEnd ? lines.length - count : 0 };
}

async function fromParts(
  head: ReadFile,
  { path, offset, limit }: Asked,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Shown> {
  const lastNewline = head.bytes.lastIndexOf(0x0a);
  const sample = lastNewline > 0 ? head.bytes.subarray(0, lastNewline) : head.bytes;
  const encoding = decodeFile(sample)?.encoding ?? 'utf-8';
  const { lines, ...window } = await readWindow({
    size: head.size,
    offset,
    limit,
    maxBytes: MAX_CONTENT,
    maxLineBytes: MAX_LINE * 4,
    readAt: async (at, length) => (await workspace.readFile(path, { offset: at, length })).bytes,
    signal,
  });
  return {
    ...window,
    encoding,
    lines: lines.map(({ bytes, ...line }) => ({ ...line, text: decodeAs(bytes, encoding) })),
  };
}

function toOutcome(shown: Shown, display: string, { offset }: Asked, hide: (text: string) => string): Outcome {
  const { lines, start, hasMore, total, encoding } = shown;
  if (lines.length === 0 && total !== undefined && total > 0) {
    return failed(`offset ${offset} is past the end: ${display} has ${total} ${total === 1 ? 'line' : 'lines'}.`, {
      total_lines: total,
    });
  }
  const content = lines.map((line) => cutLine(line, hide)).join('');
  const hidden = hiddenWarning(content);
  const warnings = [
    ...(hidden === undefined ? [] : [hidden]),
    ...(hasStrayBytes(content) ? ['some bytes are not valid UTF-8 and are shown as U+FFFD.'] : []),
  ];
  return ok({
    content: shownText(content),
    start_line: start,
    end_line: start + lines.length - 1,
    has_more: hasMore,
    ...(total !== undefined && { total_lines: total }),
    ...(encoding !== 'utf-8' && { encoding }),
    ...(warnings.length > 0 && { warning: warnings.join(' ') }),
  });
}

function cutLine({ text, length, isEnd }: ShownLine, hide: (text: string) => string): string {
  const ending = /\r?\n$/.exec(text)?.[0] ?? '';
  const line = text.slice(0, text.length - ending.length);
  if (length - ending.length <= MAX_LINE && line.length <= MAX_LINE) return text;
  const note = `[line cut: ${length} characters]`;
  const whole = hide(line);
  return isEnd
    ? `${note} …${shownText(whole.slice(-MAX_LINE))}${ending}`
    : `${shownText(whole.slice(0, MAX_LINE))}… ${note}\n`;
}

function viewRead(args: Args, outcome?: Outcome): View {
  if (outcome?.status === 'ok') return doneView(args.path, outcome);
  const asked = askedView(args);
  return outcome ? { ...asked, body: [{ type: 'text', text: outcome.error }] } : asked;
}

/** For example `a.ts`, `a.ts from 10`, `a.ts 10-40`, `a.ts last 20`. */
function askedView({ path, offset, limit }: Args): View {
  if (offset === undefined && limit === undefined) return { title: path };
  const from = offset ?? 1;
  if (from < 0) return { title: `${path} last ${-from}`, fact: { is: 'last-lines', path, count: -from } };
  if (limit === undefined) return { title: `${path} from ${from}`, fact: { is: 'lines', path, from } };
  const to = from + limit - 1;
  return { title: `${path} ${from}-${to}`, fact: { is: 'lines', path, from, to } };
}

/** For example `a.ts 120 lines`, `a.ts 10-40 of 120`, `a.png image/png, 12 kB`. */
function doneView(path: string, { result, images }: Extract<Outcome, { status: 'ok' }>): View {
  if (images) return { title: `${path} ${String(result.content)}` };
  const [from, to] = [Number(result.start_line), Number(result.end_line)];
  if (from === 1 && result.has_more !== true)
    return { title: `${path} ${to} ${to === 1 ? 'line' : 'lines'}`, fact: { is: 'file', path, lines: to } };
  const { total_lines: of } = result;
  if (typeof of !== 'number') return { title: `${path} ${from}-${to}`, fact: { is: 'lines', path, from, to } };
  return { title: `${path} ${from}-${to} of ${of}`, fact: { is: 'lines', path, from, to, of } };
}
