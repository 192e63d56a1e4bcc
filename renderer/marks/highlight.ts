import type { MarksStore } from './marks-store.ts';
import { selectedParts } from './selection.ts';

/**
 * Highlights the selected text of the pages in the current colour, one mark per page, and ends the selection. With `comment` the
 * editor opens for the first mark. Resolves to whether anything was selected; if a mark could not be stored, the selection is
 * restored.
 */
export async function highlightSelection(
  store: MarksStore,
  root: () => Element | null,
  comment = false,
): Promise<boolean> {
  const scope = root();
  const selection = document.getSelection();
  const parts = scope ? selectedParts(selection, scope) : [];
  if (!selection || parts.length === 0) return false;
  const range = selection.getRangeAt(0).cloneRange();
  selection.removeAllRanges();
  const { add, highlighter, edit } = store.getState();
  const asked = parts.map(({ page, areas, text }) =>
    add({ kind: 'highlight', page, colour: highlighter, areas, text, note: '' }),
  );
  if (comment) {
    const page = parts[0]?.page ?? 0;
    const key = newestOf(store, page);
    if (key) edit({ key });
  }
  const failures = await Promise.all(asked);
  if (failures.some((failure) => failure !== null) && selection.isCollapsed) selection.addRange(range);
  return true;
}

function newestOf(store: MarksStore, page: number): string | null {
  const shown = store.getState().byPage.get(page) ?? [];
  const fresh = shown.filter(({ mark }) => mark.draft.kind === 'highlight' && mark.id === '');
  return fresh.toSorted((a, b) => b.mark.created_at.localeCompare(a.mark.created_at))[0]?.key ?? null;
}
