import { type KeyboardEvent, useRef } from 'react';
import { AirportInput } from '../airports/airport-input.tsx';
import { useAirports } from '../airports/airports.ts';
import { airportWords } from '../airports/words.ts';
import { Field, InputField } from '../design/field.tsx';
import { Icon } from '../design/icons.tsx';
import { useStores } from '../shell/state/registry.tsx';
import { requestSlice, splitAlternates, useRequest } from './request-store.ts';
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
    <InputField
      label={words[field]}
      hint={props.hint}
      problems={store.problemsOf(field)}
      name={field}
      className="input input--code"
      value={draft[field]}
      maxLength={props.maxLength}
      onChange={(event) => store.edit({ [field]: event.target.value.toUpperCase() })}
      onBlur={() => {
        if (draft[field]) store.touch(field);
      }}
    />
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

/** Alternates as tokens: Space, comma or Enter makes one of a typed code, the list one of a name; Backspace removes the last. */
export function AlternatesField({ max }: { max: number }) {
  const [request] = useStores(requestSlice);
  const { draft } = useRequest((state) => state);
  const { alternates: codes, alternateText: text } = draft;
  const input = useRef<HTMLInputElement>(null);
  const airports = useAirports();
  const store = request.getState();
  const unknown = codes.filter(
    (code, index) =>
      airports && /^[A-Z]{4}$/.test(code) && !airports.get(code) && codes.indexOf(code) === index,
  );
  const problems = [
    ...store.problemsOf('alternates'),
    ...unknown.map((code) => ({ severity: 'warning' as const, message: airportWords.unknown(code) })),
  ];

  function onText(typed: string) {
    // Codes that are followed by a separator, and pasted lists, become tokens at once; a name may hold spaces.
    const typedCodes = splitAlternates(typed);
    const separated = /[\s,;/]/.test(typed) && typedCodes.every((code) => /^[A-Z]{4}$/.test(code));
    if (separated || /[,;/]/.test(typed)) store.addAlternates(typed);
    else store.edit({ alternateText: typed });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && text) {
      event.preventDefault();
      store.addAlternates(text);
    } else if (event.key === 'Backspace' && !text && codes.length > 0) {
      store.removeAlternate(codes.length - 1);
    }
  }

  return (
    <Field label={requestWords.alternates} hint={requestWords.alternatesHint(max)} problems={problems}>
      {(control) => (
        <div className={control['aria-invalid'] ? 'tokens tokens--invalid' : 'tokens'}>
          {codes.map((code, index) => {
            const airport = airports?.get(code) ?? null;
            return (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: the same code may stand twice until it is corrected
                key={`${code}-${index}`}
                type="button"
                className="token"
                title={airport?.name}
                aria-label={requestWords.alternateRemove(code, airport?.name ?? null)}
                onClick={() => {
                  store.removeAlternate(index);
                  input.current?.focus();
                }}
              >
                <span className="code">{code}</span>
                <Icon name="cross" />
              </button>
            );
          })}
          <AirportInput
            control={control}
            inputRef={input}
            name="alternates"
            className="tokens__input code"
            value={text}
            onText={onText}
            onPick={(icao) => store.addAlternates(icao)}
            onKeyDown={onKeyDown}
            onBlur={() => {
              if (text) store.addAlternates(text);
              store.touch('alternates');
            }}
          />
        </div>
      )}
    </Field>
  );
}
