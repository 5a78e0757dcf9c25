/** What is known of a server's tools, prompts and resources: from an earlier session first, then as the server itself lists them. */

import type { ServerEntry } from './entry.ts';
import type { Manifest, ManifestStore } from './manifest.ts';
import type { McpSession } from './session.ts';

export interface Learned {
  /** Absent if nothing is known yet. */
  readonly manifest: Manifest | undefined;
  /** True if the server may offer something else by now. */
  readonly isStale: boolean;
  markStale(): void;
  /** Asks the server what it offers, and saves that. */
  refresh(session: McpSession, signal: AbortSignal): Promise<Manifest>;
}

export function createLearned(entry: ServerEntry, manifests: ManifestStore, onChange: () => void): Learned {
  let manifest = entry.off === undefined ? manifests.load(entry) : undefined;
  let isStale = false;
  return {
    get manifest() {
      return manifest;
    },
    get isStale() {
      return isStale;
    },
    markStale() {
      isStale = true;
    },
    async refresh(session, signal) {
      const found = await session.manifest(signal);
      const isOther = JSON.stringify({ ...found, at: 0 }) !== JSON.stringify({ ...manifest, at: 0 });
      manifest = found;
      isStale = false;
      await manifests.save(entry, found);
      if (isOther) onChange();
      return found;
    },
  };
}
