/** Reads a client's parameters, or throws an error that says what is wrong with them. Unknown keys are ignored. */

import { isAbsolute } from 'node:path';
import { RPC, RpcError } from '../../base/rpc/peer.ts';
import { isPlainObject } from '../../base/schema.ts';

export type Params = Record<string, unknown>;

export function paramsOf(method: string, params: unknown): Params {
  if (isPlainObject(params)) return params;
  throw invalid(`${method} needs its parameters as an object.`);
}

export function textIn(params: Params, key: string): string {
  const value = params[key];
  if (typeof value === 'string') return value;
  throw invalid(`${key} is missing or is not a string.`);
}

export function folderIn(params: Params, key: string): string {
  return absolute(textIn(params, key), key);
}

/** Empty if the key is absent. */
export function foldersIn(params: Params, key: string): string[] {
  const value = params[key] ?? [];
  if (!Array.isArray(value)) throw invalid(`${key} is not a list.`);
  return value.map((path: unknown) => {
    if (typeof path !== 'string') throw invalid(`${key} holds something that is not a path.`);
    return absolute(path, key);
  });
}

export function invalid(message: string): RpcError {
  return new RpcError(RPC.invalidParams, message);
}

function absolute(path: string, key: string): string {
  if (isAbsolute(path)) return path;
  throw invalid(`${key} must be an absolute path, not ${JSON.stringify(path)}.`);
}
