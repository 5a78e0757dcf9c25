/** The demo's own messages, in Chinese. */

import { late } from '../../base/late.ts';
import type { DemoWords } from '../en/demo.ts';
import { views } from './views.ts';

const words = (): DemoWords => ({
  get views() {
    return views();
  },
  begin: (folder) => `一个测试失败的临时项目：${folder}\n内置的离线模型用真实的工具来处理它。`,
  prompt: '测试失败了。请找出原因，修好它并验证。',
  approval: (call) => `审批：${call}`,
  because: (why) => `原因：${why}`,
  ended: { ok: '成功', failed: '失败', denied: '被拒绝', cancelled: '已取消' },
  exit: (code) => `退出码 ${code}`,
  allowed: '是否允许？y',
  end: `演示结束。现在到您自己的项目里试试：
  cd 您的项目
  coder "解释这个项目"`,
  stopped: '演示提前结束了。',
});

export const demo = late(words);
