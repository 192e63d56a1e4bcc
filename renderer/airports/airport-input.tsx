import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import type { FieldControl } from '../design/field.tsx';
import type { Airport } from './airport-index.ts';
import { useAirports } from './airports.ts';
import { airportWords } from './words.ts';
import './airports.css';

const SHOWN = 7;

/**
 * A text field for an airport by code or name, with a list to pick from by Enter, Tab or a click (WAI-ARIA 1.2, combobox). A
 * four-letter code is taken as it is, known or not.
 */
export function AirportInput(props: {
  control: FieldControl;
  name: string;
  className: string;
  value: string;
  required?: boolean;
  inputRef?: RefObject<HTMLInputElement | null>;
  onText: (text: string) => void;
  onPick: (icao: string) => void;
  onBlur: () => void;
  /** Keys that the list has no use for. */
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}) {
  const { value } = props;
  const id = useId();
  const airports = useAirports();
  const [focused, setFocused] = useState(false);
  const [closed, setClosed] = useState(false);
  const [moved, setMoved] = useState<number | null>(null);
  const typed = value.trim();
  const isCode = /^[A-Z]{4}$/.test(typed);
  const asks = focused && !closed && typed.length > 1 && !airports?.get(typed);
  const found = airports && asks ? airports.find(typed, SHOWN) : [];
  // Four letters may be a code that the list does not know: nothing else is taken for it.
  const active = found.length === 0 ? -1 : Math.min(moved ?? (isCode ? -1 : 0), found.length - 1);
  const open = found.length > 0;

  function pick(airport: Airport | undefined) {
    if (!airport) return;
    setMoved(null);
    props.onPick(airport.icao);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const next = event.key === 'ArrowDown' ? active + 1 : active < 0 ? -1 : active - 1;
      setMoved((next + found.length) % found.length);
      event.preventDefault();
    } else if (open && active >= 0 && event.key === 'Enter') {
      event.preventDefault();
      pick(found[active]);
    } else if (open && event.key === 'Tab' && !event.shiftKey) {
      pick(found[active]);
    } else if (open && event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      setClosed(true);
    } else props.onKeyDown?.(event);
  }

  return (
    <span className="airport">
      <input
        {...props.control}
        ref={props.inputRef}
        name={props.name}
        className={props.className}
        value={value}
        maxLength={100}
        required={props.required}
        autoComplete="off"
        spellCheck={false}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? `${id}-list` : undefined}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        onFocus={() => setFocused(true)}
        onChange={(event) => {
          setClosed(false);
          setMoved(null);
          props.onText(event.target.value.toUpperCase());
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setFocused(false);
          props.onBlur();
        }}
      />
      {open ? <AirportList id={id} airports={found} active={active} onPick={pick} /> : null}
      <span className="sr-only" role="status">
        {open ? airportWords.found(found.length) : ''}
      </span>
    </span>
  );
}

function AirportList(props: {
  id: string;
  airports: readonly Airport[];
  active: number;
  onPick: (airport: Airport) => void;
}) {
  const { id, active } = props;
  return (
    <div className="popup airport__pop">
      <div id={`${id}-list`} role="listbox" aria-label={airportWords.list} className="airport__list">
        {props.airports.map((airport, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field (aria-activedescendant)
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
          <div
            key={airport.icao}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className="airport__option"
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => props.onPick(airport)}
          >
            <span className="code airport__code">{airport.icao}</span>
            <span className="code airport__iata">{airport.iata}</span>
            <span className="airport__name ellipsis">
              {airportWords.known(airport.name, airport.city, airport.country)}
            </span>
          </div>
        ))}
      </div>
      <p className="airport__label">{airportWords.namesOnly}</p>
    </div>
  );
}
