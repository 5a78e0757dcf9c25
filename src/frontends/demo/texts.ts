/** What the demo itself says. */

export interface DemoTexts {
  begin(folder: string): string;
  /** What it asks the model; the word for checking brings the automatic verification in. */
  prompt: string;
  end: string;
  stopped: string;
}

const en: DemoTexts = {
  begin: (folder) =>
    `A scratch project with a failing test: ${folder}\nThe built-in offline model works on it with the real tools.`,
  prompt: 'The test fails. Find out why, fix it and verify it.',
  end: 'That was the demo. Start "coder" in a project of your own.',
  stopped: 'The demo did not come to its end.',
};

const zhCn: DemoTexts = {
  begin: (folder) => `一个测试失败的临时项目：${folder}\n内置的离线模型用真实的工具来处理它。`,
  prompt: '测试失败了。请找出原因，修好它并验证。',
  end: '演示结束。在你自己的项目里运行 “coder” 即可开始。',
  stopped: '演示没有走到最后。',
};

export function demoTexts(lang: 'en' | 'zh-CN'): DemoTexts {
  return lang === 'zh-CN' ? zhCn : en;
}
