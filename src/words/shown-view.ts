/** Puts the facts of a view into words, in the language of the person. */

import type { Stamped } from '../protocol/event.ts';
import type { Fact } from '../protocol/fact.ts';
import type { Block, View } from '../protocol/view.ts';
import type { ViewWords } from './en/views.ts';

/** The event as a front end shows it: with the views in it in the language of the person. */
export function shownEvent(event: Stamped, say: ViewWords): Stamped {
  switch (event.type) {
    case 'call-start':
    case 'call-end':
      return { ...event, view: shownView(event.view, say) };
    case 'request-start': {
      const { request } = event;
      return request.kind === 'approval'
        ? { ...event, request: { ...request, view: shownView(request.view, say) } }
        : event;
    }
    default:
      return event;
  }
}

function shownView(view: View, say: ViewWords): View {
  const { title, fact, body, change } = view;
  return {
    ...view,
    title: factText(title, fact, say),
    ...(body && { body: body.map((block) => shownBlock(block, say)) }),
    ...(change?.files && { change: { ...change, what: say.severalFiles(change.what, change.files) } }),
  };
}

function shownBlock(block: Block, say: ViewWords): Block {
  if (!('fact' in block) || !block.fact) return block;
  if (block.type === 'list') return { ...block, items: [factText(block.items.join('\n'), block.fact, say)] };
  return { ...block, text: factText(block.text, block.fact, say) };
}

/** `said`: the English, which also stands for a fact that this version does not know. */
export function factText(said: string, fact: Fact | undefined, say: ViewWords): string {
  switch (fact?.is) {
    case 'entries':
      return say.entries(said, fact.path, fact.count);
    case 'search':
      return searchText(said, fact, say);
    case 'file':
      return say.wholeFile(said, fact.path, fact.lines);
    case 'lines':
      return linesText(said, fact, say);
    case 'last-lines':
      return say.lastLines(said, fact.path, fact.count);
    case 'changes': {
      const { files, added, removed, isDry } = fact;
      if (added === undefined || removed === undefined) return say.severalFiles(said, files);
      return (isDry ? say.dryRunFiles : say.changedFiles)(said, files, added, removed);
    }
    case 'dry-run':
      return say.dryRun(said, fact.what, fact.added, fact.removed);
    case 'todos':
      return say.todos(said);
    case 'todos-done':
      return say.todosDone(said, fact.done, fact.count);
    case 'questions':
      return say.questions(said, fact.count);
    case 'hosts':
      return say.hosts(said, fact.count);
    case 'runs-as':
      return say.runsAs(said, fact.job);
    case 'runs-in':
      return say.runsIn(said, fact.terminal);
    case 'terminal-ended': {
      const { terminal, exitCode } = fact;
      return exitCode === undefined ? say.terminalEnded(said, terminal) : say.terminalExited(said, terminal, exitCode);
    }
    case 'page':
      return say.page(said, fact.status, fact.type ?? '', fact.characters, fact.title ?? '');
    case 'no-difference':
      return say.noDifference(said);
    case 'nothing-changed':
      return say.nothingChanged(said);
    default:
      return said;
  }
}

function searchText(said: string, fact: Extract<Fact, { is: 'search' }>, say: ViewWords): string {
  const { pattern, where = '', glob = '', files, matches, isLeast } = fact;
  const more = isLeast ? '+' : '';
  if (matches !== undefined) return say.foundMatches(said, pattern, where, glob, `${matches}${more}`);
  if (files !== undefined) return say.foundFiles(said, pattern, where, glob, `${files}${more}`);
  return say.search(said, pattern, where, glob);
}

function linesText(said: string, fact: Extract<Fact, { is: 'lines' }>, say: ViewWords): string {
  const { path, from, to, of } = fact;
  if (to === undefined) return say.linesFrom(said, path, from);
  return of === undefined ? say.linesTo(said, path, from, to) : say.linesOf(said, path, from, to, of);
}
