/** Everything that draws a conversation, behind one import that waits until the first prompt is drawn. */

import type { Request } from '../../../protocol/request.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';
import { approvalDialog } from '../dialogs/approval.ts';
import type { Dialog } from '../dialogs/dialog.ts';
import { pickDialog, questionsDialog } from '../dialogs/questions.ts';
import type { Drawing } from '../draw/draw-block.ts';
import { createEventDrawer, type EventDrawer } from '../draw/event-drawer.ts';
import { createHighlighter } from '../draw/highlight.ts';
import { STYLES, type StyleName, spokenStyle } from '../draw/styles.ts';
import type { Size } from '../screen/screen.ts';
import type { Theme } from '../screen/theme.ts';

export interface StreamView {
  drawer: EventDrawer;
  dialogFor(request: Request, size: Size): Dialog;
  /** The frame of the spinner after this much time, before the line that shows what runs. */
  spinner(elapsedMs: number): string;
  /** Takes effect from the next line on. */
  useStyle(name: StyleName): void;
  readonly style: StyleName;
}

/** How long each frame of the spinner lasts; it is redrawn as often. */
const TURN_MS = 200;

/** `isSpoken`: for a screen reader. */
export function createStreamView(
  theme: Theme,
  messages: ScreenWords,
  { style = 'compact' }: { style?: StyleName } = {},
  isSpoken = false,
): StreamView {
  const styleOf = (name: StyleName) => (isSpoken ? spokenStyle(STYLES[name]) : STYLES[name]);
  const drawing: Drawing = { theme, messages, highlight: createHighlighter(theme).highlight, style: styleOf(style) };
  const drawer = createEventDrawer(drawing);
  let current = style;
  let wasHinted = false;
  return {
    drawer,
    spinner(elapsedMs) {
      const { spinner } = drawing.style;
      return spinner[Math.floor(elapsedMs / TURN_MS) % spinner.length] ?? '';
    },
    useStyle(name) {
      current = name;
      drawing.style = styleOf(name);
    },
    get style() {
      return current;
    },
    dialogFor(request, size) {
      switch (request.kind) {
        case 'approval': {
          const byHook = request.reasons.some(({ code }) => code === 'hook'); // hooks ask whatever the settings are
          const isHinted = drawer.isShellTurn && !wasHinted && !byHook;
          wasHinted ||= isHinted;
          return approvalDialog(request, size, drawing, {
            ...(isHinted && { advice: messages.directHint }),
            viewed: () => drawer.viewed(request.call.id),
          });
        }
        case 'questions':
          return questionsDialog(request, drawing, isSpoken);
        case 'pick':
          return pickDialog(request, drawing, { isTurn: drawer.isTurn, isSpoken });
      }
    },
  };
}
