/** The page's style sheet: light and dark, wide and narrow, on paper. */

export const STYLE = `
:root { color-scheme: light dark; --paper: #fdfdfb; --ink: #1d1f23; --dim: #6a6f78; --line: #e2e3e0; --soft: #f3f3ef;
  --accent: #0b6bcb; --added: #e3f6e5; --added-word: #b4e6ba; --added-ink: #14652b; --removed: #fde8e8; --removed-word: #f8c2c2; --removed-ink: #97201d; --failed: #b3261e;
  --think: #7a5c00; --hit: #ffe58a; --code-keyword: #8b2fb3; --code-string: #14652b; --code-number: #0b6bcb; }
@media (prefers-color-scheme: dark) { :root { --paper: #16181c; --ink: #e4e5e7; --dim: #9299a4; --line: #2c3037; --soft: #1e2127;
  --accent: #6cb4ff; --added: #12331c; --added-word: #1f5c30; --added-ink: #8ee6a3; --removed: #431a1a; --removed-word: #742a2a; --removed-ink: #ffb0ab; --failed: #ff8a80;
  --think: #e5c46b; --hit: #6b5600; --code-keyword: #d79bf0; --code-string: #8ee6a3; --code-number: #6cb4ff; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 4rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
pre, code, kbd { font: 13.5px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
main, .top { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
.top { padding-top: 1.5rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .4rem; overflow-wrap: anywhere; }
dl { display: flex; flex-wrap: wrap; gap: .15rem 1.25rem; margin: 0; color: var(--dim); font-size: .9rem; }
dl div { display: flex; gap: .4rem; min-width: 0; } dd { margin: 0; color: var(--ink); overflow-wrap: anywhere; }
nav { position: sticky; top: 0; z-index: 1; background: var(--paper); border-bottom: 1px solid var(--line); margin-top: 1rem; }
nav form { max-width: 62rem; margin: 0 auto; padding: .5rem 1.25rem; display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
nav input { flex: 1 1 12rem; min-width: 0; font: inherit; padding: .35rem .6rem; border: 1px solid var(--line); border-radius: 6px; background: var(--soft); color: inherit; }
nav button { font: inherit; font-size: .9rem; padding: .35rem .7rem; border: 1px solid var(--line); border-radius: 6px; background: none; color: inherit; cursor: pointer; }
nav output { color: var(--dim); font-size: .9rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
main { padding-top: .5rem; padding-bottom: 4rem; }
article { margin: 1rem 0; min-width: 0; }
article > header, summary { display: flex; gap: .75rem; align-items: baseline; justify-content: space-between; color: var(--dim); font-size: .9rem; }
summary { cursor: pointer; } summary::before { content: "▸"; flex: none; } details[open] > summary::before { content: "▾"; }
summary .label { flex: 1; min-width: 0; overflow-wrap: anywhere; } .label code { color: var(--ink); }
time { flex: none; font-variant-numeric: tabular-nums; font-size: .8rem; }
pre { margin: .4rem 0; padding: .6rem .8rem; background: var(--soft); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; }
.user { border-left: 3px solid var(--accent); padding-left: .9rem; margin-top: 2rem; } .user header b { color: var(--accent); }
.said { font: inherit; background: none; padding: .1rem 0; }
.thinking { color: var(--dim); } .thinking .rich { font-style: italic; padding-left: .9rem; border-left: 2px solid var(--line); } .thinking b { color: var(--think); }
.call { border: 1px solid var(--line); border-radius: 8px; padding: .45rem .8rem; } .call b { color: var(--accent); }
.event p { margin: 0; color: var(--dim); font-size: .85rem; text-align: center; white-space: pre-line; }
.badge { font-size: .75rem; border: 1px solid var(--line); border-radius: 99px; padding: 0 .5rem; white-space: nowrap; } .badge.failed, .badge.denied, .failed { color: var(--failed); }
.call ul:not(.todos) { list-style: none; padding-left: .2rem; margin: .4rem 0; font: 13.5px/1.5 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; white-space: pre-wrap; }
.call p { margin: .3rem 0; font-size: .9rem; }
.quiet { color: var(--dim); margin: .3rem 0; } .url { color: var(--dim); overflow-wrap: anywhere; }
.diff { padding: .4rem 0; } .diff > span { display: block; padding: 0 .8rem; } .diff .added { background: var(--added); }
.diff .removed { background: var(--removed); } .diff .meta { color: var(--dim); }
.diff mark { color: inherit; font-weight: 600; border-radius: 2px; } .diff .added mark { background: var(--added-word); } .diff .removed mark { background: var(--removed-word); }
.diff i { font-style: normal; } .diff i::before { content: attr(data-n); display: inline-block; min-width: 2.4em; text-align: right; color: var(--dim); } .diff i::after { content: " " attr(data-s) " "; white-space: pre; color: var(--dim); }
.diff .added i::after { color: var(--added-ink); } .diff .removed i::after { color: var(--removed-ink); }
.terminal.error { color: var(--failed); }
.todos { list-style: none; padding-left: .3rem; margin: .3rem 0; } .todos .completed { color: var(--dim); text-decoration: line-through; } .todos .in_progress { font-weight: 600; }
.rich > :first-child { margin-top: .3rem; } .rich > :last-child { margin-bottom: .3rem; } .rich { overflow-wrap: anywhere; }
.rich h1, .rich h2, .rich h3, .rich h4 { margin: 1.2rem 0 .4rem; } .rich h1 { font-size: 1.35rem; } .rich h2 { font-size: 1.2rem; } .rich h3 { font-size: 1.05rem; } .rich h4 { font-size: 1rem; } .rich blockquote { margin: .5rem 0; padding-left: .9rem; border-left: 3px solid var(--line); color: var(--dim); }
.rich :not(pre) > code { background: var(--soft); padding: .1em .35em; border-radius: 4px; } .rich a { color: var(--accent); }
.rich table { border-collapse: collapse; display: block; overflow-x: auto; max-width: 100%; } .rich th, .rich td { border: 1px solid var(--line); padding: .25rem .6rem; overflow-wrap: normal; min-width: 3rem; } .rich th { white-space: nowrap; } .rich th, .rich td { text-align: left; } .rich [align=right] { text-align: right; } .rich [align=center] { text-align: center; }
img { max-width: 100%; height: auto; border-radius: 6px; }
.hljs-keyword, .hljs-selector-tag, .hljs-built_in, .hljs-type { color: var(--code-keyword); } .hljs-string, .hljs-regexp, .hljs-addition { color: var(--code-string); }
.hljs-number, .hljs-literal, .hljs-attr, .hljs-title, .hljs-name { color: var(--code-number); } .hljs-comment, .hljs-meta { color: var(--dim); } .hljs-deletion { color: var(--removed-ink); }
.miss { display: none; } ::highlight(found) { background: var(--hit); }
footer { max-width: 62rem; margin: 0 auto; padding: 1rem 1.25rem 2rem; color: var(--dim); font-size: .8rem; }
@media (max-width: 30rem) { body { font-size: 15px; } nav input { flex-basis: 100%; } main, .top, nav form, footer { padding-left: .8rem; padding-right: .8rem; } .call { padding: .4rem .55rem; } pre, code { font-size: 12.5px; } article > header, summary { gap: .5rem; } }
@media print { nav { display: none; } .miss { display: block; } }
`;
