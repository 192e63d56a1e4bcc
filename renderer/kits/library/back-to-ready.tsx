import { useLayoutEffect, useRef } from 'react';
import { Button } from '../../design/button.tsx';
import { useWindowKey } from '../../design/use-window-key.ts';
import { readyWords } from '../../ready/words.ts';
import { navigationSlice } from '../../shell/state/navigation-store.ts';
import { useStores } from '../../shell/state/registry.tsx';

/** Returns from a kit to "Ready to fly", by this button or Esc. */
export function BackToReady() {
  const [navigation] = useStores(navigationSlice);
  const back = useRef<HTMLParagraphElement>(null);
  useWindowKey('input, select, textarea, dialog', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // Otherwise the screen's own Esc would close the panel that is shown again.
    event.preventDefault();
    navigation.getState().goBack();
  });
  // The control that had the focus is gone: the focus moves here, not to the list.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) back.current?.querySelector('button')?.focus();
  }, []);
  return (
    <p ref={back} className="pane__back">
      <Button look="quiet" icon="back" onClick={() => navigation.getState().goBack()}>
        {readyWords.back}
      </Button>
    </p>
  );
}
