/** Requests to explain a file by its outline, or the project as a whole. */

import type { Intent } from '../intent.ts';
import { asTarget, isProject, pattern, type Rule } from './rule.ts';

const EXPLAIN =
  '(?:explain|outline|summari[sz]e|describe|analy[sz]e|review|walk me through|tell me about|introduce|understand|(?:give|show)(?: me)? (?:an? |the )?(?:outline|overview|summary|structure|explanation) (?:of|for))(?: to me)?';
const WHAT = '(?<what>(?:(?:the|this|that|my|our|whole|entire) )*NAME)';
const ZH_EXPLAIN = '(?:解释|说明|讲解|讲一下|讲讲|介绍|概述|总结|概括|分析|梳理|了解)(?:一下|下)?';
const ZH_WHAT = '(?<what>[^\\s，。]+?)';
const ZH_TAIL =
  '(?:这个)?(?:文件|模块)?(?:的)?(?:作用|结构|大纲|功能|代码|内容|逻辑)?(?:是(?:做什么|干什么|干嘛|干啥)的?|做了?什么|有什么(?:用|作用)|是?怎么(?:工作|组织|实现)的?)?';

export const explainRules: readonly Rule[] = [
  {
    when: pattern(
      "^(?:overview|project overview|what(?:'s| is) (?:this|the|my)(?: project| repo| code ?base| app| folder| directory)?(?: about| for| all about)?|what does (?:this|the) (?:project|repo|code ?base|app|code) do|how is (?:this|the) (?:project|repo|code ?base|app) (?:structured|organi[sz]ed|built|laid out)|where (?:do|should) i start)$",
    ),
    intent: () => ({ kind: 'explain-project' }),
  },
  {
    when: pattern(
      '^(?:(?:这个|该|本)(?:项目|工程|仓库|代码库)|项目)(?:是(?:做什么|干什么|干嘛|干啥|什么)的?|有什么用|怎么组织的|的结构(?:是怎样的|是什么)?|概览|概况|结构)$',
    ),
    intent: () => ({ kind: 'explain-project' }),
  },
  {
    when: pattern(`^${EXPLAIN}(?: (?:what|how))?(?: the file)? ${WHAT}(?: file)?(?: does| works| do)?$`),
    intent: ({ what }) => explain(what),
  },
  {
    when: pattern(`^(?:explain )?what (?:does|is in|is) ${WHAT}(?: file)?(?: do| does| about| for)$`),
    intent: ({ what }) => explain(what),
  },
  { when: pattern(`^how does ${WHAT} work$`), intent: ({ what }) => explain(what) },
  {
    when: pattern(
      `^(?:what|which) (?:functions|classes|exports|symbols|headings) (?:are|does|is) (?:in|there in) ${WHAT}$`,
    ),
    intent: ({ what }) => explain(what),
  },
  { when: pattern(`^${ZH_EXPLAIN}\\s*${ZH_WHAT}\\s*${ZH_TAIL}$`), intent: ({ what }) => explain(what) },
  {
    when: pattern(
      `^${ZH_WHAT}\\s*(?:这个)?(?:文件|模块)?\\s*(?:是(?:做什么|干什么|干嘛|干啥)的?|做了?什么|有什么(?:用|作用)|有哪些(?:函数|类|导出|标题))$`,
    ),
    intent: ({ what }) => explain(what),
  },
];

function explain(what: string | undefined): Intent | undefined {
  if (what === undefined) return undefined;
  if (isProject(what)) return { kind: 'explain-project' };
  const target = asTarget(what) ?? asTarget(what.replace(/^(?:the|this|that|my|our) /i, ''));
  return target && { kind: 'explain-file', ...target };
}
