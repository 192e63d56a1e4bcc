import { AirportInput } from '../airports/airport-input.tsx';
import { useAirports } from '../airports/airports.ts';
import { airportWords } from '../airports/words.ts';
import { Field } from '../design/field.tsx';
import { useStores } from '../shell/state/registry.tsx';
import { requestSlice, useRequest } from './request-store.ts';
import { requestWords } from './words.ts';

const words = requestWords;

/** Origin or destination, by code or name; what is known of a code stands below it. */
export function AirportField({ field }: { field: 'origin' | 'destination' }) {
  const [request] = useStores(requestSlice);
  const { draft, touched } = useRequest((state) => state);
  const airports = useAirports();
  const store = request.getState();
  const code = draft[field].trim();
  const known = airports?.get(code) ?? null;
  const problems = store.problemsOf(field);
  const sound = /^[A-Z]{4}$/.test(code) && !problems.some(({ severity }) => severity === 'error');
  // Not before the field was left: four letters may be the beginning of a name.
  if (airports && !known && sound && touched.has(field))
    problems.push({ severity: 'warning', message: airportWords.unknown(code) });
  return (
    <Field
      label={words[field]}
      hint={known ? airportWords.known(known.name, known.city, known.country) : words.airportHint}
      problems={problems}
    >
      {(control) => (
        <AirportInput
          control={control}
          name={field}
          className="input input--code"
          value={draft[field]}
          required
          onText={(typed) => store.edit({ [field]: typed })}
          onPick={(icao) => store.edit({ [field]: icao })}
          onBlur={() => {
            if (draft[field]) store.touch(field);
          }}
        />
      )}
    </Field>
  );
}

/** A single-line field; codes are upper-cased as they are typed. */
export function TextField(props: {
  field: 'flight' | 'departureDate' | 'departureTime';
  hint: string;
  maxLength: number;
}) {
  const [request] = useStores(requestSlice);
  const { draft } = useRequest((state) => state);
  const store = request.getState();
  const { field } = props;
  return (
    <Field label={words[field]} hint={props.hint} problems={store.problemsOf(field)}>
      {(control) => (
        <input
          {...control}
          name={field}
          className="input input--code"
          value={draft[field]}
          maxLength={props.maxLength}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => store.edit({ [field]: event.target.value.toUpperCase() })}
          onBlur={() => {
            if (draft[field]) store.touch(field);
          }}
        />
      )}
    </Field>
  );
}

/** The route; Enter sends the form. */
export function RouteField() {
  const [request] = useStores(requestSlice);
  const { draft } = useRequest((state) => state);
  const store = request.getState();
  return (
    <Field label={words.route} hint={words.routeHint} problems={store.problemsOf('route')}>
      {(control) => (
        <textarea
          {...control}
          name="route"
          className="input input--code"
          rows={3}
          maxLength={10_000}
          value={draft.route}
          spellCheck={false}
          onChange={(event) => store.edit({ route: event.target.value.toUpperCase() })}
          onBlur={() => store.touch('route')}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
      )}
    </Field>
  );
}
