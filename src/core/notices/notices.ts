/** What coder itself says during a turn, in the language of the settings. */

import type { Language } from '../../base/language.ts';
import { en } from './en.ts';
import { zhCn } from './zh-cn.ts';

export interface Notices {
  verifying(command: string, retry: number, of: number): string;
  baseline(command: string): string;
  /** `retry` counts from 1; absent: none is left. */
  verifyFailed(command: string, exitCode: number, of: number, retry?: number): string;
  failedBefore(command: string, exitCode: number): string;
  bestEffort(command: string, why: EnvironmentProblem): string;
  notRun(why: string): string;
  whyNotRun: {
    declined: string;
    noShell(mode: string): string;
    noCommand: string;
    noScript: string;
    wouldWatch: string;
    offList(command: string, instead: string | undefined, list: readonly string[]): string;
    denied(command: string, why: string): string;
  };
  /** Said to the model. */
  fix(command: string, exitCode: number, output: string): string;
  /** Goes before it, where a baseline tells old failures from new ones. */
  leaveAlone(failures: readonly string[]): string;
  checked(lines: readonly string[]): string;
  failed(line: string, exitCode: number, asBefore: boolean): string;
  notChecked(path: string): string;
  notCheckedAfter(command: string): string;
  sameCall(call: string, times: number): string;
  sameCycle(calls: readonly string[], times: number): string;
  sameText(text: string, times: number): string;
  /** The title of the question, its answers, and what the turn ends with. */
  loop: { ask(what: string): string; stop: string; goOn: string; ended(what: string): string; notRun: string };
  routed(model: string, by: string, chosen: string): string;
  /** Side work of a turn, by another model. */
  checkedBy(model: string, chosen: string): string;
  cutOff: string;
  /** By a cancel while nothing else ran. */
  jobsEnded(commands: string): string;
}

export type EnvironmentProblem = 'command-not-found' | 'missing-dependency' | 'no-tests' | 'time-out' | 'not-started';

export function noticesIn(language: Language): Notices {
  return language === 'zh-CN' ? zhCn : en;
}
