import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { markColours } from '../../main/marks/rules/mark-colours.ts';
import { IconButton } from '../design/button.tsx';
import { useMarks, useMarksStore } from './marks-context.ts';
import { highlightSelection, selectedParts } from './selection.ts';
import { marksWords } from './words.ts';

/** At selected text: highlights it. With the highlighter in hand the text is highlighted as soon as it is selected. */
export function SelectionPopup({ root }: { root: () => Element | null }) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useSelectionEnd(root, setOpen);
  return open ? <Popup box={box} root={root} onDone={() => setOpen(false)} /> : null;
}

function useSelectionEnd(root: () => Element | null, setOpen: (open: boolean) => void): void {
  const store = useMarksStore();
  const inHand = useMarks((state) => state.tool === 'highlight');
  useEffect(() => {
    let pressed = false;
    function settle() {
      const scope = root();
      const parts = scope ? selectedParts(document.getSelection(), scope) : [];
      if (parts.length > 0 && inHand) void highlightSelection(store, root);
      else setOpen(parts.length > 0);
    }
    function onDown(event: PointerEvent) {
      pressed = !(event.target instanceof Element && event.target.closest('.mark-popup'));
    }
    function onUp() {
      if (pressed) settle();
      pressed = false;
    }
    // With Shift and the arrows there is no pointer; while it is pressed the selection is not finished.
    function onChange() {
      if (document.getSelection()?.isCollapsed ?? true) setOpen(false);
      else if (!pressed && !inHand) settle();
    }
    window.addEventListener('pointerdown', onDown, { capture: true });
    window.addEventListener('pointerup', onUp);
    document.addEventListener('selectionchange', onChange);
    return () => {
      window.removeEventListener('pointerdown', onDown, { capture: true });
      window.removeEventListener('pointerup', onUp);
      document.removeEventListener('selectionchange', onChange);
    };
  }, [store, root, inHand, setOpen]);
}

function Popup(props: {
  box: RefObject<HTMLDivElement | null>;
  root: () => Element | null;
  onDone: () => void;
}) {
  const { box, root, onDone } = props;
  const store = useMarksStore();
  const anchor = useCallback(() => {
    const selection = document.getSelection();
    if (!selection || selection.rangeCount === 0) return null;
    const rects = selection.getRangeAt(0).getClientRects();
    return rects[rects.length - 1] ?? null;
  }, []);
  useFloating(box, anchor);
  return (
    <div
      ref={box}
      className="popup mark-popup"
      role="toolbar"
      aria-label={marksWords.selection}
      // A press on the buttons must not end the selection that they are for.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {markColours.map((colour) => (
        <button
          key={colour}
          type="button"
          className="mark-popup__colour"
          aria-label={marksWords.highlightIn(colour)}
          title={marksWords.highlightIn(colour)}
          onClick={() => {
            store.setState({ highlighter: colour });
            void highlightSelection(store, root);
            onDone();
          }}
        >
          <span className="colours__swatch" data-colour={colour} />
        </button>
      ))}
      <IconButton
        icon="note"
        label={marksWords.highlightWithNote}
        onClick={() => {
          void highlightSelection(store, root, true);
          onDone();
        }}
      />
    </div>
  );
}

/** Room between a floating box, its anchor and the window's edge, CSS px. */
const GAP = 8;

/**
 * Keeps a fixed box below an anchor, above it where there is no room, and always inside the window, while things scroll.
 *
 * @param anchor the anchor in the window, or null while it is not to be seen: the box stays where it is then
 */
export function useFloating(
  box: RefObject<HTMLElement | null>,
  anchor: () => Pick<DOMRect, 'left' | 'top' | 'bottom' | 'width'> | null,
): void {
  useLayoutEffect(() => {
    function place() {
      const element = box.current;
      const at = anchor();
      if (!element || !at) return;
      const { offsetWidth: width, offsetHeight: height } = element;
      const below = at.bottom + GAP;
      const above = at.top - GAP - height;
      const top = below + height > window.innerHeight - GAP && above > GAP ? above : below;
      const left = at.left + at.width / 2 - width / 2;
      element.style.left = `${Math.round(within(left, window.innerWidth - width - GAP))}px`;
      element.style.top = `${Math.round(within(top, window.innerHeight - height - GAP))}px`;
    }
    place();
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [box, anchor]);
}

function within(value: number, most: number): number {
  return Math.max(GAP, Math.min(value, most));
}
