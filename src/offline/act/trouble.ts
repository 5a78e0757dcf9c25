/** What is said when a call did not go well, or its tool is not there: the truth, and the way on. */

import type { Outcome } from '../../protocol/message.ts';
import { quote } from '../markdown.ts';
import { type Report, type Scene, stuck } from '../scene.ts';

export type Unhappy = Exclude<Outcome, { status: 'ok' }>;

/** `doing` in the person's language: "running `npm test`". */
export function trouble(outcome: Unhappy, tool: string, doing: string, { say }: Scene): Report {
  switch (outcome.status) {
    case 'denied':
      return stuck(denial(outcome.error, tool, doing, say));
    case 'cancelled':
      return stuck(
        say(
          `Cancelled while ${doing}. Say \`continue\` to take it up again.`,
          `${doing}时已取消。说“继续”可以接着做。`,
        ),
      );
    case 'failed':
      return stuck(
        say(
          `That did not work (${doing}):\n\n${quote(outcome.error)}`,
          `没有成功（${doing}）：\n\n${quote(outcome.error)}`,
        ),
      );
  }
}

function denial(error: string, tool: string, doing: string, say: Scene['say']): string {
  const said = say(
    `I was not allowed to go on: ${doing} was refused, and I did not work around it.\n\n${quote(error)}`,
    `没有获得许可：${doing} 被拒绝，我也没有绕过它。\n\n${quote(error)}`,
  );
  if (/^(?:Denied|Blocked)/.test(error)) return said;
  const changesFiles = tool === 'write' || tool === 'edit';
  const way = changesFiles
    ? say(
        'To allow edits without asking: `/mode auto-edit`, or start with `coder --mode auto-edit`. Then say `continue`.',
        '若要不询问就允许编辑：输入 `/mode auto-edit`，或用 `coder --mode auto-edit` 启动，然后说“继续”。',
      )
    : say(
        'In the terminal you are asked first: `y` allows it once, `always` remembers it. Then say `continue`.',
        '在终端里会先询问：`y` 允许一次，`always` 会记住。之后说“继续”即可。',
      );
  return `${said}\n\n${way}`;
}

/** Nothing can be changed in this mode; `plan` says what would be done, so that it is not lost. */
export function cannotChange(plan: string, { say }: Scene): Report {
  return stuck(
    say(
      `I cannot change files in this mode, so here is the plan:\n\n${plan}\n\nSwitch with Tab or \`/build\`, then say \`go ahead\`.`,
      `当前模式不能修改文件，所以先给出计划：\n\n${plan}\n\n按 Tab 或输入 \`/build\` 切换模式，然后说“执行”。`,
    ),
  );
}

/** Commands are off. */
export function cannotRun(command: string, { say }: Scene): Report {
  return stuck(
    say(
      `I cannot run commands in this mode. You can run it yourself:\n\n\`\`\`bash\n${command}\n\`\`\``,
      `当前模式不能运行命令。你可以自己运行：\n\n\`\`\`bash\n${command}\n\`\`\``,
    ),
  );
}

export function whichFile({ say }: Scene): Report {
  return stuck(
    say(
      'Which file do you mean? Name it, such as `show README.md`.',
      '你指的是哪个文件？请说出文件名，例如“查看 README.md”。',
    ),
  );
}
