import { useEffect, useState } from 'react';
import type { Kit, KitEvent } from '../../preload/contract.ts';
import { useStores } from '../app/stores.tsx';
import { formatUtcDate } from '../design/format.ts';
import { strings } from '../strings.ts';

/** The history of a kit, newest first, read again at every change of state. */
export function KitHistory({ kit }: { kit: Kit }) {
  const { bridge } = useStores();
  const [events, setEvents] = useState<readonly KitEvent[] | 'failed' | null>(null);
  const stamp = `${kit.state} ${kit.state_since} ${kit.activity ?? ''} ${kit.messages.length}`;
  useEffect(() => {
    let current = stamp !== '';
    bridge.kits.history(kit.id).then(
      (list) => current && setEvents(list),
      () => current && setEvents('failed'),
    );
    return () => {
      current = false;
    };
  }, [bridge, kit.id, stamp]);
  if (events === null) return null;
  return (
    <section className="kit__section" aria-label={strings.kit.history}>
      <h3>{strings.kit.history}</h3>
      {events === 'failed' ? <p>{strings.kit.historyFailed}</p> : null}
      {events !== 'failed' && events.length === 0 ? <p>{strings.kit.historyEmpty}</p> : null}
      {events !== 'failed' ? (
        <ol className="history">
          {[...events].reverse().map((event) => (
            <li key={`${event.at} ${event.state} ${event.what}`} className="history__line">
              <time dateTime={event.at} title={event.at} className="history__time">
                {new Date(event.at).toISOString().slice(11, 19)}
                <span className="history__date">{formatUtcDate(event.at)}</span>
              </time>
              <span>
                <strong>{strings.states.labels[event.state]}</strong>
                <span className="history__what">{event.what}</span>
              </span>
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}
