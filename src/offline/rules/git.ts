/** Requests about what git knows: changes, status, history, and a commit. */

import { LITERAL } from '../literals.ts';
import { pattern, type Rule } from './rule.ts';

export const gitRules: readonly Rule[] = [
  {
    when: pattern(
      '^(?:(?:which|what) branch(?: am i on| are we on| is this| is it)?|(?:show )?(?:the )?(?:current )?branch)$|^(?:现在|当前|我)?(?:在|是)?(?:哪个|什么)分支(?:上)?$',
    ),
    intent: () => ({ kind: 'git', show: 'branch' }),
  },
  {
    when: pattern(
      "^(?:(?:show|see|view|explain)(?: me)?(?: the| my)? |what(?:'s| is| was)(?: in)?(?: the| my)? )?(?:last|latest|most recent|previous) commit$|^what (?:did|has) (?:the |my )?(?:last|latest) commit (?:change|do|changed|done)$|^(?:查看|看看|看一下|显示)?(?:一下)?(?:最近|最后|上)(?:的)?(?:一次|一个)(?:的)?提交(?:改了什么|做了什么|是什么|的内容)?$",
    ),
    intent: () => ({ kind: 'git', show: 'last' }),
  },
  {
    when: pattern(
      '^who (?:wrote|made|created|worked on|contributed to|are the authors of)(?: (?:this|it|that|the (?:code|project|repo)))?$|^(?:这|这个项目|代码)?是?谁写的(?:代码)?$',
    ),
    intent: () => ({ kind: 'git', show: 'authors' }),
  },
  {
    when: pattern(
      '^(?:git )?commit(?: (?:all|the|these|this|my|your|it|them|everything|changes?|files?|work|code|so far|please|pls|now|for me))*$|^提交(?:一下|所有的?|全部的?|这些|当前的?)*(?:改动|修改|更改|代码|文件)?$',
    ),
    intent: () => ({ kind: 'commit' }),
  },
  {
    when: pattern(
      '^(?:show(?: me)?(?: the)? |check(?: the)? )?git status$|^(?:查看|看看|看一下|显示)?\\s*git\\s*(?:的)?状态$',
    ),
    intent: () => ({ kind: 'git', show: 'status' }),
  },
  {
    when: pattern(
      '^(?:is (?:the |my )?(?:tree|working tree|repo|repository) clean|(?:are there )?any (?:uncommitted|unsaved|staged) changes|status)$|^(?:查看|当前)?状态$',
    ),
    intent: () => ({ kind: 'git', show: 'status' }),
  },
  {
    when: pattern(
      '^(?:show(?: me)?(?: the)? |see(?: the)? )?(?:git )?diffs?$|^(?:查看|看看|看一下|显示)?(?:一下)?\\s*(?:git\\s*)?(?:diff|差异|改动详情)$',
    ),
    intent: () => ({ kind: 'git', show: 'diff' }),
  },
  {
    when: pattern(
      "^(?:(?:show|tell)(?: me)? )?(?:what(?:'s| has| have| did)?(?: (?:i|you|we))? (?:been )?(?:changed?|modified|different|new)(?: so far| here| lately)?|(?:show|list|see|view)(?: me)?(?: the| my| all| your)?(?: (?:recent|uncommitted|local|current|latest))? (?:changes|modifications|changed files|modified files)|what (?:changes|files) (?:did|have) (?:i|you|we) (?:made?|changed?))$|^(?:看看|看一下|查看)?(?:我|你|我们)?(?:都)?(?:改|修改|改动|变更)(?:了|过)(?:些)?(?:什么|哪些|啥)(?:文件|内容|地方|东西)?$|^(?:现在|目前)?有(?:什么|哪些)(?:改动|修改|变化|变更|更改)$|^(?:查看|看看|看一下|显示|列出)(?:一下)?(?:当前的?|最近的?|所有的?)?(?:改动|修改|变更|更改|变化)$",
    ),
    intent: () => ({ kind: 'git', show: 'changes' }),
  },
  {
    when: pattern(
      '^(?:(?:show|list|see|view)(?: me)?(?: the| my)? )?(?:git )?(?:log|history|(?:(?:last|latest|recent)(?: \\d+| few)? )?commits?|commit (?:log|history))$|^what was (?:the last commit|committed(?: last| recently)?)$|^最近提交了(?:什么|哪些)$|^(?:查看|看看|看一下|显示|列出)?(?:一下)?\\s*(?:最近的?|git\\s*)?(?:几次|几个)?(?:提交(?:记录|历史|日志)?|历史|日志|log)$',
    ),
    intent: () => ({ kind: 'git', show: 'log' }),
  },
  {
    when: pattern(
      `^(?:git )?commit(?: (?:the|these|this|my|all|all the|everything|it|all my))?(?: changes?| files?)?(?:(?: with(?: the)? message| as| -m| message)\\s*[:：]?\\s+|\\s*[:：]\\s*)(?<message>.+)$|^(?:git )?commit (?<quoted>${LITERAL})$`,
    ),
    intent: ({ message, quoted }) => ({ kind: 'commit', message: (message ?? quoted ?? '').trim() }),
  },
  {
    when: pattern(
      `^提交(?:所有|全部|这些)?(?:改动|修改|更改|代码)?\\s*[，,]?\\s*(?:(?:信息|说明|备注|消息)\\s*(?:为|是|写)?\\s*[:：]?|[:：])\\s*(?<message>.+)$|^提交\\s*(?<quoted>${LITERAL})$`,
    ),
    intent: ({ message, quoted }) => ({ kind: 'commit', message: (message ?? quoted ?? '').trim() }),
  },
  // Any other words may name files or be the message: nothing is committed on a guess.
  { when: pattern('^commit .+$|^提交\\s*.+$'), intent: () => ({ kind: 'commit' }) },
];
