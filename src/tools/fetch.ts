/** `fetch`: returns a web page as text; refuses addresses that serve credentials. */

import type { Environment } from '../base/net/proxy.ts';
import { classifyName, type Resolve } from '../base/net/url-reach.ts';
import { type Infer, integer, object, oneOf, optional, record, string, unlisted } from '../base/schema.ts';
import { hiddenWarning } from '../base/text/hidden-characters.ts';
import { truncate } from '../base/text/truncate.ts';
import type { Fact } from '../protocol/fact.ts';
import type { Outcome } from '../protocol/message.ts';
import { defineTool, failed, ok, type Tool } from '../protocol/tool.ts';
import type { View } from '../protocol/view.ts';
import type { PageAnswer } from './fetch/request-page.ts';
import { describeBinary } from './files/media-type.ts';
import { said } from './for-model/plain-text.ts';

export interface FetchDeps {
  fetch: {
    resolve: Resolve;
    /** Supplies the proxy variables. */
    env: Environment;
    timeoutMs: number;
    maxBytes: number;
  };
}

const MAX_CONTENT = 64 * 1024;

const input = object({
  url: string(),
  method: optional(oneOf(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])),
  headers: optional(record(string())),
  body: optional(string()),
  timeout_sec: optional(unlisted(integer(undefined, { min: 1, max: 600 }))),
  max_size_kb: optional(unlisted(integer(undefined, { min: 1 }))),
});
type Args = Infer<typeof input>;

export function fetchTool({ fetch: { resolve, env, timeoutMs, maxBytes } }: FetchDeps): Tool<Args> {
  return defineTool<Args>({
    name: 'fetch',
    description: 'Fetch an http(s) URL as text; HTML becomes Markdown.',
    input,
    effect: 'network',
    permission: 'fetch',
    url: ({ url }) => url,
    sends: ({ method, body }) => body !== undefined || (method !== undefined && method !== 'GET' && method !== 'HEAD'),
    async preview(args) {
      const reach = classifyName(args.url);
      return reach.kind === 'forbidden' ? failed(reach.why) : requestView(args);
    },
    async execute(args, { signal }) {
      const limitMs = Math.min(args.timeout_sec === undefined ? timeoutMs : args.timeout_sec * 1000, 600_000);
      const timeout = AbortSignal.timeout(limitMs);
      try {
        const request = {
          url: args.url,
          method: args.method ?? (args.body === undefined ? 'GET' : 'POST'),
          headers: args.headers ?? {},
          body: args.body,
          maxBytes: Math.min(args.max_size_kb === undefined ? maxBytes : args.max_size_kb * 1024, maxBytes),
        };
        const { requestPage } = await import('./fetch/request-page.ts');
        return await toOutcome(await requestPage(request, { resolve, env }, AbortSignal.any([signal, timeout])));
      } catch (error) {
        if (timeout.aborted && !signal.aborted)
          return failed(`${hostOf(args.url)} did not answer within ${limitMs / 1000} s.`, { timed_out: true });
        if (error instanceof TypeError) return failed(`The request is not valid: ${error.message}`); // such as a header with a line break
        throw error;
      }
    },
    forModel: said(pageTextForModel),
    view: (args, outcome) => (outcome?.status === 'ok' ? answerView(args, outcome.result) : requestView(args)),
  });
}

async function toOutcome({ url, status, contentType, bytes, truncated }: PageAnswer): Promise<Outcome> {
  const { pageText } = await import('./fetch/page-text.ts');
  const page = pageText(bytes, contentType, url);
  const facts = { url: url.href, status, content_type: contentType };
  if (!page) return failed(`${url.href} is not text: ${contentType || describeBinary(bytes, bytes.length)}.`, facts);
  const warning = hiddenWarning(page.text);
  const isCut = truncated || page.text.length > MAX_CONTENT;
  return ok({
    ...facts,
    ...(page.title && { title: page.title }),
    content: truncate(page.text, MAX_CONTENT).toWellFormed(),
    ...(isCut && { truncated: true }),
    ...(warning && { warning }),
  });
}

function requestView({ url, method, headers, body }: Args): View {
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const text = [...lines, ...(body === undefined ? [] : ['', body])].join('\n');
  return {
    title: [method ?? (body === undefined ? '' : 'POST'), url].filter(Boolean).join(' '),
    ...(text && { body: [{ type: 'text', text }] }),
  };
}

function answerView(args: Args, result: Record<string, unknown>): View {
  const { status, content_type: type, content, title } = result;
  const characters = String(content).length;
  const text = [`${String(status)}`, type, `${characters} characters`, title].filter(Boolean).join(' · ');
  const fact: Fact = {
    is: 'page',
    status: Number(status),
    ...(typeof type === 'string' && type !== '' && { type }),
    characters,
    ...(typeof title === 'string' && title !== '' && { title }),
  };
  return { title: requestView(args).title, body: [{ type: 'text', text, fact }] };
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

function pageTextForModel({
  status,
  content_type: type,
  title,
  content,
  truncated,
  warning,
}: Record<string, unknown>): string {
  const head = [
    String(status),
    ...(typeof type === 'string' && type !== '' ? [type] : []),
    ...(typeof title === 'string' ? [`"${title}"`] : []),
  ];
  const notes = [
    ...(truncated === true ? ['[there is more]'] : []),
    ...(typeof warning === 'string' ? [`[${warning}]`] : []),
  ];
  return [head.join(' '), String(content), ...notes].join('\n');
}
