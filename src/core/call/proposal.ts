/** A call that policy has judged, before anyone is asked about it. */

import type { HookSaid } from '../../protocol/hooks.ts';
import type { ToolCall } from '../../protocol/message.ts';
import type { Decision, Facts, Use } from '../../protocol/policy.ts';
import type { ProposedFile } from '../../protocol/tool.ts';
import type { View } from '../../protocol/view.ts';

export interface Proposal {
  call: ToolCall;
  turn: string;
  decision: Decision;
  /** What the call would do, for whoever is asked. */
  view(): View;
  use: Use;
  facts: Facts;
  /** What its files would become, where all of it is text. */
  files: readonly ProposedFile[];
  /** It ran on a layer that was thrown away; the view shows what it changed there. */
  wasTried?: true;
  /** Hooks that may answer before a person is asked. */
  asking?(): Promise<HookSaid | undefined>;
}
