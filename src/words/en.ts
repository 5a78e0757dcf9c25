/** Everything coder says to a person, in English: the shape that every other language has. */

import { demo } from './en/demo.ts';
import { screen } from './en/screen.ts';

export const en = { screen, demo };
