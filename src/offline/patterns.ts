/** Building blocks for the patterns of requests. */

import { QUOTE } from './quotes.ts';

const NAME = `(?:${QUOTE}|[^\\s,;:，。；：、]+)`;
/** A shorter name, because Chinese has no space after a name. */
const SHORT = `(?:${QUOTE}|[^\\s,;:，。；：、]+?)`;

export const PLACE = '(?<path>(?:(?:the|this|my|current|whole) )*NAME(?: (?:folder|directory|dir))?)';
export const IN = `(?: (?:in|inside|under|of|from|within) ${PLACE})?`;
export const WHERE = '(?:里面|里|中|下面|下|内)';
export const FIND = '(?:查找|找到|找出|找一下|找找|找|搜索|搜一下|搜)(?:一下)?';
export const LOOK = '(?:查看|看一下|看看|看|读取|读一下|读|打开|显示)(?:一下)?';
export const INTO = '(?:替换成|替换为|改成|改为|换成)';
export const SORT = '(?:function|class|method|variable|constant|type|interface)';
export const ZH_SORT = '(?:函数|类|变量|方法|常量|类型)';

/** Programs whose name at the start of a line makes it a command; PROGRAM adds those that are also ordinary words. */
export const TOOL = '(?:npm|npx|pnpm|yarn|node|deno|bun|python3?|pip3?|pytest|go|cargo|git|tsc|docker)';
export const PROGRAM = `(?:${TOOL}|make|ls|cat|echo|pwd|date|which|wc|\\.{0,2}/\\S+)`;
/** What follows a program unless its name is a word of a sentence. */
export const ARGUMENT = '(?:test|run|start|build|install|ci|status|log|diff|branch|show|-\\S+|\\S+\\.\\w+)';

/** A pattern that matches the text itself. */
export function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** `NAME` and `SHORT` stand for a name, a space for any white space; the whole text must match. */
export function pattern(source: string): RegExp {
  const spaced = source.replaceAll('NAME', NAME).replaceAll('SHORT', SHORT).replaceAll(' ', '\\s+');
  return new RegExp(`^(?:${spaced})$`, 'is');
}
