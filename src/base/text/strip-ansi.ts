/** Removes escape sequences from captured output, leaving the text a reader would have seen. */

// Each class excludes every introducer, so that no input makes the search backtrack and it stays linear.
const STRING = '[^\\x07\\x1b\\x90\\x98\\x9c-\\x9f]*(?:\\x07|\\x1b\\\\|\\x9c)';
const SEQUENCE = new RegExp(
  [
    `(?:\\x1b[\\]PX^_]|[\\x90\\x98\\x9d-\\x9f])(?:${STRING})?`, // OSC, DCS, SOS, PM, APC, with their text if they are terminated
    '(?:\\x1b\\[|\\x9b)[\\x30-\\x3f]{0,64}[\\x20-\\x2f]{0,8}[\\x40-\\x7e]?', // CSI
    '\\x1b[\\x20-\\x2f]{0,8}[\\x30-\\x7e]?', // two or three characters, or ESC alone
    '[\\x80-\\x9f]', // other C1 controls
  ].join('|'),
  'g',
);

export function stripAnsi(text: string): string {
  return /[\x1b\x80-\x9f]/.test(text) ? text.replace(SEQUENCE, '') : text;
}
