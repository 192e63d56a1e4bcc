import { useEffect, useState } from 'react';
import { Button } from '../design/button.tsx';
import { useWindowKey } from '../design/use-window-key.ts';
import { ordersSlice } from '../kits/orders-store.ts';
import { navigationSlice, useNavigation } from '../shell/state/navigation-store.ts';
import { useStores } from '../shell/state/registry.tsx';
import { BatchFlights } from './batch-flights.tsx';
import { batchSlice } from './batch-store.ts';
import { OrdersList } from './orders-list.tsx';
import { batchWords } from './words.ts';
import './batch.css';

const sections = ['flights', 'orders'] as const;
type Section = (typeof sections)[number];

/** Many flights at once, and the standing orders. */
export function BatchScreen() {
  const [orders, navigation, batch] = useStores(ordersSlice, navigationSlice, batchSlice);
  const files = useNavigation((state) => (state.screen.name === 'batch' ? state.screen.files : undefined));
  const first = useNavigation((state) => (state.screen.name === 'batch' ? state.screen.section : 'flights'));
  const [section, setSection] = useState<Section>(first);
  useEffect(() => {
    orders.getState().start();
  }, [orders]);
  useEffect(() => {
    if (!files) return;
    setSection('flights');
    navigation.getState().toBatch('flights');
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
    <main className="batch" id="content" tabIndex={-1}>
      <div className="batch__head">
        <Button look="quiet" icon="back" onClick={() => navigation.getState().toLibrary()}>
          {batchWords.back}
        </Button>
        <h1>{batchWords.title}</h1>
        <div className="batch__sections">
          {sections.map((name) => (
            <Button key={name} aria-pressed={name === section} onClick={() => setSection(name)}>
              {batchWords.sections[name]}
            </Button>
          ))}
        </div>
      </div>
      {section === 'flights' ? <BatchFlights onOrdered={() => setSection('orders')} /> : <OrdersList />}
    </main>
  );
}
