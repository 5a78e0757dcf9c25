/** Classifies what went wrong between coder and a server by what it means for a call. */

import { codeOf, messageOf } from '../../base/errors.ts';
import type { Fault } from '../../protocol/fault.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { inTheirWords } from '../../words/fault.ts';

/**
 * `not-run`: the server refused or never saw the request (a lost session, a closed port). `unknown`: it ended in the middle. `login`: it
 * requires a login. `refused`: it answered with an error. `bad-result`: its answer contradicts its own schema. `slow`: it did not answer in
 * time.
 */
export type FaultKind = 'not-run' | 'unknown' | 'login' | 'refused' | 'bad-result' | 'slow' | 'cancelled';

/** Its message is in English, for the model; `fault` is for the person. */
export class ServerFault extends Error {
  readonly kind: FaultKind;
  readonly fault: Fault;
  /** True if the server did not accept the arguments. */
  readonly wrongArguments: boolean;

  /** A text is in the words of the server, its client or the system. */
  constructor(kind: FaultKind, what: Fault | string, wrongArguments = false) {
    const fault = typeof what === 'string' ? inTheirWords(what) : what;
    super(fault.text);
    this.kind = kind;
    this.fault = fault;
    this.wrongArguments = wrongArguments;
  }
}

/** What a person is told about any error of a server or its client. */
export function faultIn(error: unknown): Fault {
  if (error instanceof ServerFault) return error.fault;
  const said = messageOf(error);
  const code = networkCode(error);
  return code === undefined ? inTheirWords(said) : extensionFault('serverUnreachable', said, code);
}

/** Codes of connections that never came about: nothing was sent. */
export const NOT_SENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const DEEPEST = 8;

/** The client wraps the error of a connection several times. */
function networkCode(error: unknown): string | undefined {
  let cause = error;
  for (let depth = 0; depth < DEEPEST && cause instanceof Error; depth++) {
    const code = codeOf(cause);
    if (code !== undefined && NOT_SENT.has(code)) return code;
    cause = cause.cause ?? (cause instanceof AggregateError ? (cause.errors as unknown[])[0] : undefined);
  }
  return undefined;
}

export function wantsLogin(): ServerFault {
  return new ServerFault('login', extensionFault('serverWantsLogin'));
}

export function cancelled(): ServerFault {
  return new ServerFault('cancelled', extensionFault('serverCancelled'));
}
