/** Whether an answer stops mid-thought: cut off, or an action announced but not taken. Pure. */

export type NextSpeaker = 'model' | 'person' | 'unsure';

const ACTION = String.raw`(?:read|look|check|open|run|search|create|write|edit|update|fix|add|remove|implement|examine|inspect|start|begin|apply|make|refactor|test|verify|list|explore|analy[sz]e|investigate|find|modify|change|install|call|use|review|continue|proceed|try|rename|move|delete|generate|view|scan|grep|fetch|replace|rewrite|see|build|set up|take a look|go ahead|get)`;
const ANNOUNCED = new RegExp(
  String.raw`^(?:(?:ok(?:ay)?|great|good|alright|sure|right|now|next|first|then|so|got it|perfect|done)[,.:!]?\s+)*(?:now\s+|next,?\s+|first,?\s+|then,?\s+)?(?:i['’]ll|i will|i['’]m going to|i am going to|let me|let['’]s|i need to|i should)\s+(?:(?:now|first|next|then|also|quickly|just|start by|begin by)\s+)*${ACTION}(?:ing|ning|ting)?\b`,
  'i',
);
const ANNOUNCED_ZH =
  /^(?:好的?|明白了?|首先|接下来|然后|现在|下面|那么|接着)?[，,。：:]?(?:首先|接下来|然后|现在|下面|接着)?(?:让我们?|我(?:将|会|来|先|要|现在|接下来|需要|打算)(?:会|要|先|来|去)?)(?:先|再|来|去|继续)?(?:看|读|查|检查|打开|运行|执行|搜索|创建|新建|写|编辑|修改|更新|修复|添加|增加|删除|移除|实现|分析|调查|找|安装|调用|使用|继续|尝试|重构|测试|验证|列出|浏览|替换|生成|开始)/;
/** An offer, a condition or a farewell is for the person to answer. */
const FOR_THE_PERSON =
  /[?？]\s*$|\b(?:if|once|when|unless|after|should) you\b|\blet me know\b|\bif (?:that|this|it|there|needed)\b|\bwould you\b|\bshall i\b|\bplease (?:tell|confirm|provide|let|run|choose)\b|\bwait(?:ing)? for\b|如果|若|需要我|请(?:告诉|确认|提供|选择|问)|是否|等待|要不要|吗[。！]?\s*$/i;
const HANGING = /[:：,，]\s*$|(?:\.\.\.|…|……)\s*$/;
const LOOKS_AHEAD = /\b(?:i['’]ll|i will|i['’]m going to|let me|next(?: step)?)\b|接下来|我(?:将|会|来)|下一步/i;

/** `hasTools` is true if the model could have taken an action. */
export function nextSpeakerOf(text: string, ended: 'stop' | 'length', hasTools: boolean): NextSpeaker {
  const answer = text.trimEnd();
  if (answer === '') return 'person';
  if (ended === 'length') return 'model';
  if (!hasTools) return 'person';
  const last = lastSentence(answer);
  if (FOR_THE_PERSON.test(last)) return 'person';
  if (ANNOUNCED.test(last) || ANNOUNCED_ZH.test(last)) return 'model';
  return LOOKS_AHEAD.test(last) || HANGING.test(last) ? 'unsure' : 'person';
}

/** The last sentence; only the end of a long answer is looked at. */
function lastSentence(answer: string): string {
  const end = answer.slice(-600);
  const line = end.trimEnd().split('\n').at(-1) ?? '';
  const bare = line.replace(/^[\s>*_#-]+|[*_`]+$/g, '').replace(/^\*\*|\*\*$/g, '');
  const sentences = bare.split(/(?<=[.!?])\s+|(?<=[。！？])/).filter((sentence) => sentence.trim() !== '');
  return (sentences.at(-1) ?? '').trim();
}
