import { useEffect, useState } from 'react';
import { Button } from '../design/button.tsx';
import { useWindowKey } from '../design/use-window-key.ts';
import { ordersSlice } from '../kits/orders-store.ts';
import { navigationSlice, useNavigation } from '../state/navigation-store.ts';
import { useStores } from '../state/registry.tsx';
import { strings } from '../strings/strings.ts';
import { BatchFlights } from './batch-flights.tsx';
import { OrdersList } from './orders-list.tsx';
import './batch.css';

const sections = ['flights', 'orders'] as const;
type Section = (typeof sections)[number];

/** Many flights at once, and the standing orders. */
export function BatchScreen() {
  const [orders, navigation] = useStores(ordersSlice, navigationSlice);
  const first = useNavigation((state) => (state.screen.name === 'batch' ? state.screen.section : 'flights'));
  const [section, setSection] = useState<Section>(first);
  useEffect(() => {
    orders.getState().start();
  }, [orders]);
  useWindowKey('input, select, textarea, dialog', (event) => {
    if (event.key === 'Escape') navigation.getState().toLibrary();
  });
  return (
    <main className="batch" id="content" tabIndex={-1}>
      <div className="batch__head">
        <Button look="quiet" icon="back" onClick={() => navigation.getState().toLibrary()}>
          {strings.batch.back}
        </Button>
        <h1>{strings.batch.title}</h1>
        <div className="batch__sections">
          {sections.map((name) => (
            <Button key={name} aria-pressed={name === section} onClick={() => setSection(name)}>
              {strings.batch.sections[name]}
            </Button>
          ))}
        </div>
      </div>
      {section === 'flights' ? <BatchFlights onOrdered={() => setSection('orders')} /> : <OrdersList />}
    </main>
  );
}
