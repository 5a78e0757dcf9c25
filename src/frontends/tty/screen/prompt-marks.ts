/** OSC 133: where prompts, input and output begin, for terminals that can jump between them. */

/** A prompt also ends the output of the one before it. */
export const PROMPT_START = '\x1b]133;D\x07\x1b]133;A\x07';
export const INPUT_START = '\x1b]133;B\x07';
export const OUTPUT_START = '\x1b]133;C\x07';

/** Any of them, to take them out again. */
export const SHOWN_MARKS = /\x1b\]133;[A-D]\x07/g;
