/** Faults of what people add to coder. Apart from the other faults, which are loaded before the first prompt is shown. */

import type { Fault, PlainFault } from '../protocol/fault.ts';
import { type ExtensionFaultWords, extensionFaults } from './en/faults/extension-faults.ts';
import { faultFrom, type Given, plainFault } from './fault.ts';

export function extensionFault<Name extends keyof ExtensionFaultWords>(
  name: Name,
  ...parameters: Given<Parameters<ExtensionFaultWords[Name]>>
): Fault {
  return faultFrom(extensionFaults(), name, parameters);
}

/** A fault with texts only, for a reason of policy, which is logged as a flat list of texts. */
export function plainExtensionFault<Name extends keyof ExtensionFaultWords>(
  name: Name,
  ...parameters: Parameters<ExtensionFaultWords[Name]>
): PlainFault {
  return plainFault(extensionFaults(), name, parameters);
}
