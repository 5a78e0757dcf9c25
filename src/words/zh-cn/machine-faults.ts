/** What the machine and the network report, in Chinese. */

import type { MachineFaultWords } from '../en/machine-faults.ts';

export const machineFaults: MachineFaultWords = {
  proxySilent: (_said, proxy) => `代理 ${proxy} 没有应答`,
  proxyRefused: (_said, proxy, status) => `代理 ${proxy} 拒绝建立隧道（${status}）`,
  proxyBad: (_said, variable) => `${variable} 不是 http:// 或 https:// 代理。请改正它，或把该主机加入 NO_PROXY。`,
  encodingUnknown: (_said, encoding) => `回答使用了未知的编码 "${encoding}"`,
};
