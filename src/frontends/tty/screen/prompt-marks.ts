/** OSC 133: marks where prompts, input and output begin, for terminals that can jump between them. */

/** Also ends the output of the previous prompt. */
export const PROMPT_START = '\x1b]133;D\x07\x1b]133;A\x07';
export const INPUT_START = '\x1b]133;B\x07';
export const OUTPUT_START = '\x1b]133;C\x07';

/** Matches any of the marks, to remove them again. */
export const SHOWN_MARKS = /\x1b\]133;[A-D]\x07/g;
