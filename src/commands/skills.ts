/** `/skills`: the skills that the model can load when a task calls for them. */

import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'skills',
  words: {
    en: {
      skills: 'Skills. The model loads one when its description fits.',
      createSkill: 'Write a new skill for this project or for the user. (built in)',
    },
    'zh-CN': {
      skills: '技能。描述符合需要时由模型加载。',
      createSkill: '为此项目或为您编写新的技能。（内置）',
    },
  },
  async run(_args, { extensions }, say) {
    const listed = await extensions.skills();
    const width = Math.max(0, ...listed.map(({ name }) => name.length));
    const items = listed.map(({ name, description, path, isBuiltIn }) => {
      const what = isBuiltIn ? say.createSkill : `${description} (${path})`;
      return `${name.padEnd(width)}  ${what}`;
    });
    return { title: say.skills, body: [{ type: 'list', items }] };
  },
});
