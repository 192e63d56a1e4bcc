import { useEffect, useRef, useState } from 'react';
import { focusPages } from '../document/focus-pages.ts';
import { useViewer, useViewerStore } from '../document/viewer-context.tsx';
import { viewerWords } from '../words.ts';

/** The number of the page in view; another one can be typed. */
export function PageBox() {
  const store = useViewerStore();
  const page = useViewer((state) => state.page);
  const pageCount = useViewer((state) => state.pageCount);
  const asked = useViewer((state) => state.pageBoxAsked);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    if (asked > 0) input.current?.focus();
  }, [asked]);
  // Going to a page in another way ends the typing.
  useEffect(() => {
    if (page > 0) setTyped(null);
  }, [page]);
  function go(box: HTMLElement) {
    const wanted = Number.parseInt(typed ?? '', 10);
    setTyped(null);
    if (Number.isFinite(wanted)) store.getState().goTo(wanted);
    focusPages(box);
  }
  return (
    <span className="viewer-bar__page">
      <input
        ref={input}
        className="input"
        inputMode="numeric"
        aria-label={viewerWords.page}
        name="page"
        autoComplete="off"
        value={typed ?? (pageCount > 0 ? String(page) : '')}
        disabled={pageCount === 0}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(event.currentTarget);
          if (event.key !== 'Escape') return;
          // Esc leaves the field, not the kit.
          event.preventDefault();
          event.stopPropagation();
          setTyped(null);
          focusPages(event.currentTarget);
        }}
      />
    </span>
  );
}
