/** Requests to add a thing that is only described (a function, a section, a comment), and to set a value by its key. */

import { commentLine } from '../comment.ts';
import type { Intent } from '../intent.ts';
import { LITERAL } from '../literals.ts';
import { asFile, asTarget, pattern, type Rule } from './rule.ts';

const TO_FILE = '(?:to|in|into|inside|at)(?: the)?(?: file)? (?<path>that file|this file|the file|NAME)(?: file)?';
const ZH_IN = '(?:在|给|向|往)\\s*(?<path>它|这个文件|LAZY)\\s*(?:文件)?(?:里面|里|中|内)?\\s*';
const ZH_ADD = '(?:添加|增加|新增|加上|加入|加|写|实现|插入)\\s*';
const EDGE = '(?<where>top|start|beginning|first line|end|bottom)';

const codeRules: readonly Rule[] = [
  {
    when: pattern(
      `^(?:add|create|write|put|insert|implement|append|define)(?: me)?(?: an?| the| another| new)* (?<about>(?:[\\w$]+ )?(?:function|method|helper|class)\\b(?:.*?)) ${TO_FILE}$`,
    ),
    intent: ({ path, about }) => addCode(path, about),
  },
  {
    when: pattern(
      '^(?:in|to|into) (?<path>NAME),? (?:add|create|write|put|insert|implement|define)(?: an?| the| another| new)* (?<about>(?:[\\w$]+ )?(?:function|method|helper|class)\\b.*)$',
    ),
    intent: ({ path, about }) => addCode(path, about),
  },
  {
    when: pattern(`^${ZH_IN}${ZH_ADD}(?<about>(?:一个|个)?\\s*[^，。]*?(?:函数|方法|类).*)$`),
    intent: ({ path, about }) => addCode(path, about),
  },
];

const textRules: readonly Rule[] = [
  {
    when: pattern(
      `^(?:add|create|insert|append|write)(?: an?| the| another)?(?: new)? (?:section|heading|chapter)(?: called| named| titled| about| on| for)? (?<title>.+?) ${TO_FILE}$`,
    ),
    intent: ({ path, title }) => addSection(path, title),
  },
  {
    when: pattern(`^${ZH_IN}${ZH_ADD}(?:一个|个)?\\s*(?:章节|小节|标题)\\s*(?:叫做?|名为|[:：])?\\s*(?<title>.+)$`),
    intent: ({ path, title }) => addSection(path, title),
  },
  {
    when: pattern(
      `^(?:add|put|insert|write)(?: an?| the)? comment (?:(?:at|to|on|in)(?: the)? ${EDGE} of|to|in|into|at)(?: the)?(?: file)? (?<path>NAME),?(?: (?:saying|that says|which says|with(?: the text)?|reading))?\\s*[:：]?\\s+(?<text>.+)$`,
    ),
    intent: ({ path, text, where }) => addComment(path, text, where),
  },
  {
    when: pattern(
      `^(?:add|put|insert|write)(?: an?| the)? comment(?: (?:saying|that says|with(?: the text)?))? (?<text>.+?) (?:(?:at|to|on|in)(?: the)? ${EDGE} of|to|in|into|at)(?: the)?(?: file)? (?<path>NAME)$`,
    ),
    intent: ({ path, text, where }) => addComment(path, text, where),
  },
];

const KEY = `(?<key>${LITERAL}|[\\w$][\\w.$-]*)(?: (?:field|value|setting|option|key|property|variable|constant))?`;
const ZH_SET = '(?:设为|设成|设置为|设置成|更新为|更新到|升级到|升级为)';

const valueRules: readonly Rule[] = [
  {
    when: pattern(
      `^(?:(?:set|bump|update)(?: the)?|change the)(?: value of)? ${KEY} (?:to|=) (?<value>.+?) (?:in|inside) (?:the )?(?:file )?(?<path>NAME)$`,
    ),
    intent: ({ key, value, path }) => setValue(key, value, path),
  },
  {
    when: pattern(
      `^(?:set|bump|update|change)(?: the)?(?: value of)? ${KEY} (?:in|inside|of) (?:the )?(?:file )?(?<path>NAME) to (?<value>.+)$`,
    ),
    intent: ({ key, value, path }) => setValue(key, value, path),
  },
  {
    when: pattern(`^(?:set|bump|update|change) the(?: value of)? ${KEY} to (?<value>.+)$`),
    intent: ({ key, value }) => setValue(key, value, undefined),
  },
  {
    when: pattern(
      `^(?:把|将)\\s*(?<path>LAZY)\\s*(?:文件)?的\\s*(?<key>${LITERAL}|[\\w.$-]+)\\s*(?:字段|的?值)?\\s*(?:改成|改为|换成|${ZH_SET})\\s*(?<value>.+)$`,
    ),
    intent: ({ key, value, path }) => setValue(key, value, path),
  },
  {
    when: pattern(
      `^(?:把|将)\\s*(?<path>LAZY)\\s*(?:文件)?(?:里面|里|中)的?\\s*(?<key>${LITERAL}|[\\w.$-]+)\\s*(?:字段|的?值)?\\s*${ZH_SET}\\s*(?<value>.+)$`,
    ),
    intent: ({ key, value, path }) => setValue(key, value, path),
  },
];

export const addRules: readonly Rule[] = [...codeRules, ...textRules, ...valueRules];

function addCode(path: string | undefined, about = ''): Intent | undefined {
  const target = asTarget(path);
  return target && { kind: 'add-code', ...target, about: about.trim() };
}

function addSection(path: string | undefined, title = ''): Intent | undefined {
  const target = asTarget(path);
  return target && { kind: 'insert', ...target, text: `\n## ${title.trim()}`, where: 'end' };
}

function addComment(path: string | undefined, text = '', where = 'top'): Intent | undefined {
  const file = asFile(path);
  if (file === undefined) return undefined;
  const atEnd = /end|bottom/i.test(where);
  return { kind: 'insert', path: file, text: commentLine(file, text.trim()), where: atEnd ? 'end' : 'start' };
}

function setValue(key = '', value = '', path: string | undefined): Intent | undefined {
  if (path === undefined) return { kind: 'set-value', key, value };
  const target = asTarget(path);
  return target && { kind: 'set-value', key, value, ...target };
}
