import { useState } from 'react';
import type { KitState } from '../../preload/contract.ts';
import { kitStates } from '../../preload/schemas/values.ts';
import { Button } from '../design/button.tsx';
import { formatUtcDate } from '../design/format.ts';
import { CheckLine, MenuButton, RadioLine, ToggleChip } from '../design/menu-button.tsx';
import { librarySlice, useLibrary } from '../kits/list/library-store.ts';
import { useSession } from '../session/session-store.ts';
import { useStores } from '../state/registry.tsx';
import '../design/menu-button.css';
import { parseDate } from '../kits/departure.ts';
import { type DateFilter, hasFacts } from '../kits/list/library-filter.ts';
import { libraryOrders } from '../kits/list/library-order.ts';
import { strings } from '../strings/strings.ts';

/** How many airports a menu offers before something is written. */
const AIRPORTS_SHOWN = 12;
const words = strings.library.filters;

/** What narrows and orders the list, beside its words. */
export function FilterBar() {
  const [library] = useStores(librarySlice);
  const filter = useLibrary((state) => state.filter);
  const profiles = useSession((state) => state.profiles);
  const narrow = library.getState().narrow;
  return (
    <fieldset className="filter-bar" aria-label={words.label}>
      <StateMenu />
      {profiles.length > 1 ? <ProfileMenu /> : null}
      <AirportMenu />
      <DateMenu />
      <ToggleChip on={filter.unread} onChange={(unread) => narrow({ unread })}>
        {words.unread}
      </ToggleChip>
      <ToggleChip on={filter.warnings} onChange={(warnings) => narrow({ warnings })}>
        {words.warnings}
      </ToggleChip>
      {hasFacts(filter) ? (
        <Button look="quiet" icon="cross" onClick={() => library.getState().clearFilter()}>
          {strings.library.clearAll}
        </Button>
      ) : null}
      <span className="filter-bar__end">
        <OrderMenu />
      </span>
    </fieldset>
  );
}

function named(name: string, values: readonly string[]): string {
  return values.length === 0 ? name : words.chosen(name, values);
}

function toggled<T>(values: readonly T[], value: T, on: boolean): T[] {
  return on ? [...values, value] : values.filter((one) => one !== value);
}

function StateMenu() {
  const [library] = useStores(librarySlice);
  const chosen = useLibrary((state) => state.filter.states);
  const label = (state: KitState) => strings.states.labels[state];
  return (
    <MenuButton label={named(words.state, chosen.map(label))} title={words.state} chosen={chosen.length > 0}>
      {kitStates.map((state) => (
        <CheckLine
          key={state}
          checked={chosen.includes(state)}
          onChange={(on) => library.getState().narrow({ states: toggled(chosen, state, on) })}
        >
          {label(state)}
        </CheckLine>
      ))}
    </MenuButton>
  );
}

function ProfileMenu() {
  const [library] = useStores(librarySlice);
  const chosen = useLibrary((state) => state.filter.profiles);
  const profiles = useSession((state) => state.profiles);
  const names = profiles.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  return (
    <MenuButton label={named(words.profile, names)} title={words.profile} chosen={chosen.length > 0}>
      {profiles.map(({ id, name }) => (
        <CheckLine
          key={id}
          checked={chosen.includes(id)}
          onChange={(on) => library.getState().narrow({ profiles: toggled(chosen, id, on) })}
        >
          {name}
        </CheckLine>
      ))}
    </MenuButton>
  );
}

function AirportMenu() {
  const [library] = useStores(librarySlice);
  const chosen = useLibrary((state) => state.filter.airports);
  return (
    <MenuButton label={named(words.airport, chosen)} title={words.airport} chosen={chosen.length > 0}>
      <AirportChoices chosen={chosen} onChange={(airports) => library.getState().narrow({ airports })} />
    </MenuButton>
  );
}

function AirportChoices({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (airports: string[]) => void;
}) {
  const [library] = useStores(librarySlice);
  const [text, setText] = useState('');
  // Counted anew with every change of the list: the menu is small, and mostly closed.
  useLibrary((state) => state.view.total);
  const wanted = text.trim().toUpperCase();
  const all = library.getState().airports();
  const found = all.filter(({ code }) => code.includes(wanted));
  const picked = all.filter(({ code }) => chosen.includes(code));
  const offered = found.filter(({ code }) => !chosen.includes(code)).slice(0, AIRPORTS_SHOWN);
  const more = found.length - offered.length - picked.filter(({ code }) => code.includes(wanted)).length;
  return (
    <>
      <input
        type="search"
        className="input"
        aria-label={words.airportFind}
        placeholder={words.airportFind}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="panel__hint">{words.airportHint}</p>
      {[...picked, ...offered].map(({ code, count }) => (
        <CheckLine
          key={code}
          checked={chosen.includes(code)}
          onChange={(on) => onChange(toggled(chosen, code, on))}
        >
          <span className="code">{code}</span>
          <span className="panel__count">{count}</span>
        </CheckLine>
      ))}
      {found.length === 0 ? <p className="panel__hint">{words.airportNone(wanted)}</p> : null}
      {more > 0 ? <p className="panel__hint">{words.airportMore(more)}</p> : null}
    </>
  );
}

const dateKinds = ['any', 'today', 'tomorrow', 'week', 'past'] as const;

function dateText(date: DateFilter): string {
  if (date.kind !== 'range') return words.dates[date.kind];
  const day = (text: string) => (text ? formatUtcDate(text) : '');
  return words.range(day(date.from), day(date.to));
}

function DateMenu() {
  const [library] = useStores(librarySlice);
  const date = useLibrary((state) => state.filter.date);
  const set = (next: DateFilter) => library.getState().narrow({ date: next });
  const range = date.kind === 'range' ? date : { kind: 'range' as const, from: '', to: '' };
  return (
    <MenuButton
      label={date.kind === 'any' ? words.date : dateText(date)}
      title={words.date}
      chosen={date.kind !== 'any'}
    >
      {dateKinds.map((kind) => (
        <RadioLine key={kind} name="library-date" checked={date.kind === kind} onChange={() => set({ kind })}>
          {words.dates[kind]}
        </RadioLine>
      ))}
      <RadioLine name="library-date" checked={date.kind === 'range'} onChange={() => set(range)}>
        {words.dates.range}
      </RadioLine>
      <div className="filter-bar__range">
        <DayField label={words.from} day={range.from} onChange={(from) => set({ ...range, from })} />
        <DayField label={words.to} day={range.to} onChange={(to) => set({ ...range, to })} />
      </div>
      <p className="panel__hint">{words.dateHint}</p>
    </MenuButton>
  );
}

/** A day as it is written in this trade, `2026-11-21` or `21NOV`; what is no day leaves that end open. */
function DayField({ label, day, onChange }: { label: string; day: string; onChange: (day: string) => void }) {
  const [text, setText] = useState(day);
  const bad = text.trim() !== '' && parseDate(text, Date.now()) === null;
  return (
    <label className="field">
      <span className="field__label">{label}</span>
      <input
        className="input"
        value={text}
        placeholder={words.dayHint}
        aria-invalid={bad}
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value);
          onChange(parseDate(event.target.value, Date.now()) ?? '');
        }}
      />
    </label>
  );
}

function OrderMenu() {
  const [library] = useStores(librarySlice);
  const order = useLibrary((state) => state.order);
  const { label, names } = strings.library.order;
  return (
    <MenuButton label={`${label}: ${names[order]}`} title={label}>
      {libraryOrders.map((one) => (
        <RadioLine
          key={one}
          name="library-order"
          checked={one === order}
          onChange={() => library.getState().setOrder(one)}
        >
          {names[one]}
        </RadioLine>
      ))}
    </MenuButton>
  );
}
