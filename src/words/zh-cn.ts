/** Everything coder says to a person, in Chinese. */

import type { Words } from './words.ts';
import { demo } from './zh-cn/demo.ts';
import { screen } from './zh-cn/screen.ts';

export const zhCn: Words = { screen, demo };
