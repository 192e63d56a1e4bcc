import { useEffect } from 'react';
import { Button } from '../design/button.tsx';
import { useWindowKey } from '../design/keys.ts';
import { navigationSlice, useNavigation } from '../shell/state/navigation-store.ts';
import { useStores } from '../shell/state/registry.tsx';
import { BatchFlights } from './batch-flights.tsx';
import { batchSlice } from './batch-store.ts';
import { batchWords } from './words.ts';
import './batch.css';

/** Many flights at once. */
export function BatchScreen() {
  const [navigation, batch] = useStores(navigationSlice, batchSlice);
  const files = useNavigation((state) => (state.screen.name === 'batch' ? state.screen.files : undefined));
  useEffect(() => {
    if (!files) return;
    navigation.getState().toBatch();
    void batch.getState().takeFiles(files);
  }, [files, batch, navigation]);
  // Everything typed stays: what is left is found again.
  useWindowKey('select, dialog', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    const cell = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('.flights') : null;
    if (cell && event.target !== cell) cell.focus();
    else navigation.getState().toLibrary();
  });
  return (
    <main className="screen batch" id="content" tabIndex={-1}>
      <div className="bar batch__head">
        <Button look="quiet" icon="back" onClick={() => navigation.getState().toLibrary()}>
          {batchWords.back}
        </Button>
        <h1>{batchWords.title}</h1>
      </div>
      <BatchFlights />
    </main>
  );
}
