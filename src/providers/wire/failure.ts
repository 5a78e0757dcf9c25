/** Describes a failed model request in one readable line that says what went wrong and what to do. */

import { codeOf, messageOf } from '../../base/errors.ts';
import { parseJson } from '../../base/parse-json.ts';
import { isPlainObject } from '../../base/schema.ts';
import { cutShort } from '../../base/text/truncate.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { ProviderFailure } from '../../protocol/provider.ts';
import { changedFault, fault, faultOf, faultsOf, faultWith } from '../../words/fault.ts';
import type { Endpoint } from './endpoint.ts';

/** Every failure is made of a fault, so that a person reads it in their language. */
export function failureFrom(
  code: ProviderFailure['code'],
  { text: message, says }: Fault,
  retryable = false,
): ProviderFailure {
  return { code, message, says, retryable };
}

/** A refusal by status code. */
export function statusFailure(
  endpoint: Endpoint,
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string,
): ProviderFailure {
  const detail = errorDetail(parseJson(body)) ?? { text: body.startsWith('<') ? '' : body };
  const failure = classify(endpoint, status, { ...detail, text: readable(detail.text, endpoint.secrets) });
  const waitMs = askedWait(headers) ?? detail.waitMs;
  return failure.retryable && waitMs !== undefined ? { ...failure, retryAfterMs: waitMs } : failure;
}

/** An error object inside a stream that began well; `undefined` if there is none. */
export function streamFailure(endpoint: Endpoint, value: Record<string, unknown>): ProviderFailure | undefined {
  const detail = errorDetail(value);
  if (!detail) return undefined;
  const status = detail.status ?? statusOfType(detail.code ?? '');
  const failure = classify(endpoint, status, { ...detail, text: readable(detail.text, endpoint.secrets) });
  return failure.retryable && detail.waitMs !== undefined ? { ...failure, retryAfterMs: detail.waitMs } : failure;
}

/** A fault of the connection, the proxy, TLS or the encoding. */
export function networkFailure(endpoint: Endpoint, error: unknown): ProviderFailure {
  const code = codeOf(error) ?? '';
  const { host } = endpoint;
  const clean = (text: string): string => readable(text, endpoint.secrets);
  const because = (what: Fault, retryable: boolean): ProviderFailure => ({
    code: 'network',
    message: clean(what.text),
    says: changedFault(what, clean).says,
    retryable,
  });
  if (code === 'timeout') return failureFrom('timeout', faultOf(error), true);
  if (code === 'ECONNREFUSED') return because(fault('nobodyAnswers', host, code), true);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return because(fault('hostNotFound', host, code), true);
  if (/^(Z_|ERR__ERROR)/.test(code)) {
    return because(fault('notDecoded', host, messageOf(error)), true);
  }
  if (/^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/.test(code)) {
    return because(fault('notTrusted', host, code), false);
  }
  if (/wrong.version.number|packet.length.too.long/i.test(`${code} ${messageOf(error)}`)) {
    return because(fault('noTls', host), false);
  }
  if (code === 'proxy-failed')
    return because(faultWith('hostSays', host, faultWith('endedWith', faultOf(error))), true);
  if (/^(bad-proxy|proxy-refused|bad-encoding|bad-redirect|ERR_INVALID)/.test(code))
    return because(faultWith('hostSays', host, faultOf(error)), false);
  return because(fault('brokenConnection', host, code || messageOf(error)), true);
}

interface Detail {
  text: string;
  code?: string;
  status?: number;
  /** A wait named in the text, if no header names one. */
  waitMs?: number;
}

function classify({ host, keyFrom }: Endpoint, status: number, { text, code = '' }: Detail): ProviderFailure {
  const said = text ? `: ${text}` : '.';
  const ended = /[.!?。！？]$/.test(said) ? said : `${said}.`; // for when coder's own advice follows
  const make = failureFrom;
  const shownStatus = String(status);
  if (isOverflow(status, code, text)) return make('overflow', fault('tooLong', said));
  if (status === 401 || status === 403 || (status === 400 && /api[ _-]?key (is )?(not valid|invalid)/i.test(text))) {
    const advice = keyFrom ? fault('checkKey', keyFrom) : fault('setKey');
    return make('auth', faultsOf(fault('keyRefused', host, shownStatus, ended), advice));
  }
  if (status === 404 || /model_not_found|unknown_model|invalid_model/.test(code)) {
    return make('unknown-model', fault('modelUnknown', host, shownStatus, ended));
  }
  if (status === 402 || /insufficient_quota|billing|credit/.test(code) || /credit balance is too low/i.test(text)) {
    return make('rate-limit', fault('creditUsedUp', host, said));
  }
  if (status === 429) return make('rate-limit', fault('rateLimited', host, said), true);
  if (status === 408) return make('timeout', fault('gaveUpWaiting', host, said), true);
  if (status >= 500) return make('server', fault('serverProblem', host, shownStatus, said), status !== 501);
  return make('bad-request', fault('requestRefused', host, shownStatus, said));
}

const OVERFLOW =
  /context[ _]length|context[ _]window|context[ _]size|maximum context|(prompt|input|request) is too (long|large)|request too large|too many (input )?tokens|token count.{0,40}exceeds|exceeds?.{0,40}(context|token limit|maximum.{0,20}tokens)|reduce the length of the (messages|prompt)/i;

function isOverflow(status: number, code: string, text: string): boolean {
  if (status === 413 || /context_length_exceeded|exceed_context_size_error/.test(code)) return true;
  return status === 429 ? /request too large/i.test(text) : OVERFLOW.test(text);
}

/** A stream has no status, so its error type decides. An unknown type counts as the server's fault. */
function statusOfType(type: string): number {
  if (/rate_limit|too_many_requests/.test(type)) return 429;
  if (/authentication|invalid_api_key/.test(type)) return 401;
  if (/permission/.test(type)) return 403;
  if (/not_found/.test(type)) return 404;
  if (/invalid_(request|prompt|image)|bad_request|insufficient_quota/.test(type)) return 400;
  return type.includes('overloaded') ? 529 : 500;
}

/** Reads `{"error":{…}}`, `{"error":"…"}`, `[{"error":…}]` and `{"object":"error","message":…}`, as different servers send them. */
function errorDetail(value: unknown): Detail | undefined {
  if (Array.isArray(value)) return errorDetail(value[0]);
  if (!isPlainObject(value)) return undefined;
  if (typeof value['error'] === 'string' && value['error']) return { text: value['error'] };
  const error = value['object'] === 'error' ? value : value['error'];
  if (!isPlainObject(error)) return undefined;
  const { message, code, type, status } = error;
  const text = typeof message === 'string' ? message : JSON.stringify(error);
  const named = [code, type, status]
    .filter((entry) => typeof entry === 'string')
    .join(' ')
    .toLowerCase();
  const number = [code, status].map(Number).find((entry) => Number.isInteger(entry) && entry >= 400 && entry <= 599);
  const waitMs = namedWait(text, error['details']);
  return { text, code: named, ...(number && { status: number }), ...(waitMs !== undefined && { waitMs }) };
}

/** Reads `Please try again in 1.5s`, and the `retryDelay: "34s"` that Google puts among the details. */
function namedWait(text: string, details: unknown): number | undefined {
  const delay = Array.isArray(details)
    ? details.map((entry: unknown) => (isPlainObject(entry) ? entry['retryDelay'] : undefined)).find(Boolean)
    : undefined;
  const [, amount, unit] =
    /^(\d{1,6}(?:\.\d{1,9})?)(m?s)$/.exec(typeof delay === 'string' ? delay : '') ??
    /try again in (\d{1,6}(?:\.\d{1,9})?)(m?s)\b/i.exec(text) ??
    [];
  return amount === undefined ? undefined : Math.ceil(Number(amount) * (unit?.toLowerCase() === 'ms' ? 1 : 1000));
}

/**
 * The requested wait in milliseconds: a plain non-negative number, or a date relative to the server's clock; otherwise coder uses its own
 * wait.
 */
function askedWait(headers: Readonly<Record<string, string | string[] | undefined>>): number | undefined {
  const milliseconds = plainNumber(headers['retry-after-ms']);
  if (milliseconds !== undefined) return milliseconds;
  const seconds = plainNumber(headers['retry-after']);
  if (seconds !== undefined) return seconds * 1000;
  const [until, now] = [httpDate(headers['retry-after']), httpDate(headers['date'])];
  return until === undefined || now === undefined || until < now ? undefined : until - now;
}

/** Reads `Sun, 06 Nov 1994 08:49:37 GMT`, the form that servers send. */
function httpDate(value: string | string[] | undefined): number | undefined {
  if (typeof value !== 'string' || !/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(value.trim()))
    return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : at;
}

function plainNumber(value: string | string[] | undefined): number | undefined {
  if (typeof value !== 'string' || !/^\d{1,15}(\.\d{1,9})?(e\d{1,2})?$/i.test(value.trim())) return undefined;
  return Number(value);
}

const KEY_SHAPE =
  /\b(sk|pk|rk|gsk|xai|key|pplx|nvapi|hf|fw|csk|r8)[-_][\w.…*-]{4,}|\bAIza[\w.…*-]{4,}|\bBearer\s+\S+/gi;

/** One line of text from outside: no secrets, no control characters, not too long. */
function readable(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) if (secret.length >= 4) clean = clean.replaceAll(secret, '[key]');
  clean = clean
    .replace(KEY_SHAPE, '[key]')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return cutShort(clean, 400);
}
