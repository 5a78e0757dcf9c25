/** What models cost and what a session may spend: types shared by settings, commands and the log. */

export interface Budget {
  /** US dollars. */
  money?: number;
  tokens?: number;
  minutes?: number;
}

/** US dollars for a million tokens. */
export interface Price {
  input: number;
  cached: number;
  output: number;
}

/** How the person writes a budget. */
export const BUDGET_HINT = 'Write it as $2, 500k tokens or 30m; separate several with commas; off for none.';
