/** `/hooks`: lists the hooks, with their events, where they are configured, how often they ran and with what result. */

import { visible } from '../base/text/visible.ts';
import type { ListedHook } from '../protocol/hooks.ts';
import { hookLine } from '../words/hook-line.ts';
import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'hooks',
  async run(_args, { extensions }, { hooks: say, faults, language }) {
    const listed = extensions.hooks?.list() ?? [];
    if (listed.length === 0) return { title: say.none };
    const time = ({ lastAt = 0 }: ListedHook) => new Date(lastAt).toLocaleTimeString(language, { hour12: false });
    return {
      title: say.title(listed.length),
      body: [
        { type: 'list', items: listed.map((hook) => visible(hookLine(hook, say, faults, time(hook)))) },
        { type: 'text', text: say.usage },
      ],
    };
  },
});
