import type { StandingOrder } from '../../preload/contract.ts';
import { useDepartureText } from '../airports/use-departure-text.ts';
import { IconButton } from '../design/button.tsx';
import { formatUtc } from '../design/format.ts';
import { Badge, FailureNotice, Notice } from '../design/notice.tsx';
import { appWords } from '../design/words.ts';
import { ordersSlice, useOrders } from '../kits/orders-store.ts';
import { navigationSlice } from '../shell/state/navigation-store.ts';
import { useStores } from '../shell/state/registry.tsx';
import { useForbidden } from '../shell/state/settings-store.ts';
import { orderWords } from './words.ts';

const words = orderWords;

const tones = { waiting: 'calm', requested: 'ok', missed: 'danger' } as const;

/** The standing orders, by departure. */
export function OrdersList() {
  const [store, navigation] = useStores(ordersSlice, navigationSlice);
  const { status, orders, failure } = useOrders((state) => state);
  const noOrders = useForbidden('standing_orders');
  const departureText = useDepartureText();
  const name = ({ trip }: StandingOrder) =>
    [trip.flight, `${trip.origin} ${appWords.arrow} ${trip.destination}`].filter(Boolean).join(' ');
  return (
    <section className="orders" aria-label={words.title}>
      <p className="batch__intro">{words.intro}</p>
      {noOrders ? <Notice tone="warn">{words.forbidden}</Notice> : null}
      {failure ? (
        <FailureNotice
          failure={{ message: status === 'failed' ? `${words.failed} ${failure.message}` : failure.message }}
          {...(status === 'failed' ? { again: () => store.getState().start() } : {})}
        />
      ) : null}
      {status === 'ready' && orders.length === 0 && !noOrders ? <p className="muted">{words.empty}</p> : null}
      {orders.length > 0 ? (
        <ul className="sent__list" aria-label={words.list}>
          {orders.map((order) => (
            <li key={order.id} className="order" data-order-state={order.state}>
              <span className="order__trip code">{name(order)}</span>
              <span className="hint">{departureText(order.trip) ?? formatUtc(order.due_at)}</span>
              <span className="hint">
                {`${words.due(formatUtc(order.due_at))}, ${words.hours(order.hours_before)}`}
              </span>
              <Badge tone={order.problem ? 'warn' : tones[order.state]}>{words.states[order.state]}</Badge>
              <span className="order__actions">
                {order.kit_id ? (
                  <IconButton
                    icon="list"
                    label={words.show(name(order))}
                    onClick={() => {
                      navigation.getState().select(order.kit_id);
                      navigation.getState().toLibrary();
                    }}
                  />
                ) : null}
                <IconButton
                  icon="cross"
                  label={words.remove(name(order))}
                  onClick={() => void store.getState().remove(order.id)}
                />
              </span>
              {order.problem || order.state === 'missed' ? (
                <p className="order__problem">{order.problem ?? words.missed}</p>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
