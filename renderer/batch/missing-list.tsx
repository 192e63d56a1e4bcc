import { useDepartureText } from '../airports/use-departure-text.ts';
import { useBatch } from './batch-store.ts';
import { KnownActs } from './known-acts.tsx';
import { tripName } from './places.ts';
import { batchWords } from './words.ts';

const words = batchWords;

/** Flights that are here and that the file does not name. */
export function MissingList() {
  const missing = useBatch((state) => state.missing);
  const departureText = useDepartureText();
  return (
    <section className="untaken" aria-label={words.groupNames.missing}>
      <p className="hint">{words.missingIntro}</p>
      <ul className="sent__list untaken__scroll">
        {missing.map((flight) => (
          <li key={flight.kit.id} className="missing">
            <span className="code">{tripName(flight.trip)}</span>
            <span className="hint">{departureText(flight.trip)}</span>
            <span className="flights__acts">
              <KnownActs known={[flight]} name={tripName(flight.trip)} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
