/** `/skills`: the skills that the model can load when a task calls for them. */

import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'skills',
  words: {
    en: { skills: 'Skills. The model loads one when its description fits.' },
    'zh-CN': { skills: '技能。描述相符时由模型加载。' },
  },
  async run(_args, { extensions }, say) {
    const listed = await extensions.skills();
    const width = Math.max(0, ...listed.map(({ name }) => name.length));
    const items = listed.map(({ name, description, path }) => `${name.padEnd(width)}  ${description} (${path})`);
    return { title: say.skills, body: [{ type: 'list', items }] };
  },
});
