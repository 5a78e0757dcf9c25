/** A sandbox that is neither loaded nor tried before the first command. */

import { named } from '../../base/named-text.ts';
import type { SandboxStatus } from '../../protocol/sandbox.ts';
import type { Sandbox, SandboxOptions } from './session.ts';

export function lazySandbox(options: SandboxOptions): Sandbox {
  let loading: Promise<Sandbox> | undefined;
  let made: Sandbox | undefined;

  function load(): Promise<Sandbox> {
    loading ??= import('./session.ts').then(({ createSandbox }) => {
      made = createSandbox(options);
      return made;
    });
    return loading;
  }

  return {
    async status(): Promise<SandboxStatus> {
      if (options.mode === 'off')
        return { layer: 'none', why: named('sandboxOff', 'sandbox.mode is off'), isRequired: false };
      return (await load()).status();
    },
    async prepare(confinement) {
      await (await load()).prepare(confinement);
    },
    wrap(argv, how) {
      if (!made) throw new Error('the sandbox was not prepared'); // a bug
      return made.wrap(argv, how);
    },
    get layerInUse() {
      return made?.layerInUse;
    },
    get door() {
      return made?.door;
    },
    get layout() {
      return made?.layout;
    },
    get homeLayer() {
      return made?.homeLayer;
    },
    lendable: (name) => made?.lendable(name),
    agentAt: (name) => made?.agentAt(name),
    isOnlyOutside: (port) => made?.isOnlyOutside(port) ?? false,
    isMadeInside: (path) => made?.isMadeInside(path) ?? false,
    openPorts: () => made?.openPorts() ?? [],
    get isHomeFull() {
      return made?.isHomeFull ?? false;
    },
    openTrial: async () => (await load()).openTrial(),
    hostReport: (token) => made?.hostReport(token),
    async close() {
      await (await loading)?.close();
    },
  };
}
