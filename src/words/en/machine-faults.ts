/** What the machine and the network report; the English is where it is reported, and comes as the first parameter. */

import type { SentenceName } from '../../base/named-text.ts';

export const machineFaults = {
  // connections
  proxySilent: (said: string, _proxy: string) => said,
  proxyRefused: (said: string, _proxy: string, _status: string) => said,
  proxyBad: (said: string, _variable: string) => said,
  encodingUnknown: (said: string, _encoding: string) => said,
} satisfies Record<SentenceName, (said: string, ...more: string[]) => string>;

export type MachineFaultWords = typeof machineFaults;
