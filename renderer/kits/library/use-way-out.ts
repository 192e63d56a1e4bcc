import { useEffect, useLayoutEffect, useRef } from 'react';
import { useWindowKey } from '../../design/use-window-key.ts';
import { navigationSlice, useNavigation } from '../../shell/state/navigation-store.ts';
import { useStores } from '../../shell/state/registry.tsx';

/** Whether the element is in the pane beside the list. */
function isInPane(element: Element | null): boolean {
  return element?.closest('.pane') != null;
}

/** Whether Esc leads from here back to the list: from the details of a kit, and from the search field above it. */
function isBesideList(element: Element | null): boolean {
  return isInPane(element) || element?.closest('.library__search') != null;
}

/**
 * Esc closes the form or panel beside the list, like its close button, and the focus returns to where it was. From the details
 * of a kit, and from the search field once it is empty, Esc returns to the list. Text in a form is kept.
 */
export function useWayOut(): void {
  const [navigation] = useStores(navigationSlice);
  const pane = useNavigation((state) => state.pane);
  const outside = useRef<HTMLElement | null>(null);
  const opened = useRef({ pane, selectedId: navigation.getState().selectedId });

  useEffect(() => {
    function note({ target }: FocusEvent) {
      if (target instanceof HTMLElement && !isInPane(target)) outside.current = target;
    }
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);

  // Runs before the list takes a focus that is nowhere.
  useLayoutEffect(() => {
    const { selectedId } = navigation.getState();
    const before = opened.current;
    opened.current = { pane, selectedId };
    const closed = before.pane !== 'kit' && pane === 'kit';
    // A form that was sent shows its kit.
    if (!closed || selectedId !== before.selectedId) return;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (lost && outside.current?.isConnected) outside.current.focus({ preventScroll: true });
  }, [navigation, pane]);

  useWindowKey('dialog, [popover]', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    if (document.querySelector('dialog:modal, [popover]:popover-open')) return;
    if (pane !== 'kit') {
      event.preventDefault();
      navigation.getState().show('kit');
    } else if (isBesideList(document.activeElement) && navigation.getState().back === null) {
      event.preventDefault();
      document.querySelector<HTMLElement>('.kit-list')?.focus({ preventScroll: true });
    }
  });
}
