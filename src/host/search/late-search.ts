/** A search that is loaded only when it is first used. */

import { late } from '../../base/late.ts';
import type { Search, SearchOptions } from './search.ts';

export function lateSearch(options: SearchOptions): Search {
  const search = late(async () => (await import('./search.ts')).createSearch(options));
  return {
    files: async (request) => (await search()).files(request),
    grep: async (request) => (await search()).grep(request),
  };
}
