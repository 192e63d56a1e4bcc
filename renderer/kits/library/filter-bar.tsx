import { useState } from 'react';
import { kitStates } from '../../../main/kits/rules/kit-facts.ts';
import { Button, withKey } from '../../design/button.tsx';
import { formatUtcDate } from '../../design/format.ts';
import { Icon } from '../../design/icons.tsx';

import { keyTable, useCommandKeys } from '../../design/keys.ts';
import { CheckLine, MenuButton, ToggleChip } from '../../design/menu-button.tsx';
import { useStores } from '../../shell/state/registry.tsx';
import { useSession } from '../../shell/state/session-store.ts';
import { librarySlice, useLibrary } from '../list/library-store.ts';
import { libraryWords, stateWords } from '../words.ts';
import '../../design/menu-button.css';
import { libraryLayouts, libraryOrders, tableColumns } from '../../../main/settings/rules/choices.ts';
import { parseDate } from '../../../main/trips/rules/departure.ts';
import { type DateFilter, hasFacts } from '../list/library-order.ts';

/** How many airports a menu offers before a person types. */
const AIRPORTS_SHOWN = 12;
const words = libraryWords.filters;

/** The filters and the order of the list, besides the search. */
export function FilterBar() {
  const [library] = useStores(librarySlice);
  const filter = useLibrary((state) => state.filter);
  const profiles = useSession((state) => state.profiles);
  const { layout, failedFirst } = useLibrary((state) => state.arrangement);
  const narrow = library.getState().narrow;
  return (
    <fieldset className="filter-bar" aria-label={words.label}>
      <ChoicesMenu
        title={words.state}
        options={kitStates.map((value) => ({ value, label: stateWords.labels[value] }))}
        chosen={filter.states}
        onChange={(states) => narrow({ states })}
      />
      {profiles.length > 1 ? (
        <ChoicesMenu
          title={words.profile}
          options={profiles.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={filter.profiles}
          onChange={(chosen) => narrow({ profiles: chosen })}
        />
      ) : null}
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
          {libraryWords.clearAll}
        </Button>
      ) : null}
      <ToggleChip on={failedFirst} onChange={(on) => library.getState().setFailedFirst(on)}>
        {libraryWords.failedFirst}
      </ToggleChip>
      <span className="filter-bar__end">
        {layout === 'table' ? <ColumnsMenu /> : <OrderMenu />}
        <LayoutSwitch />
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

/** A menu of values of which some are chosen; none chosen means all. */
function ChoicesMenu<T extends string>(props: {
  title: string;
  options: readonly { value: T; label: string }[];
  chosen: readonly T[];
  onChange: (chosen: T[]) => void;
}) {
  const { title, options, chosen } = props;
  const names = options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label);
  return (
    <MenuButton label={named(title, names)} title={title} chosen={chosen.length > 0}>
      {options.map(({ value, label }) => (
        <CheckLine
          key={value}
          checked={chosen.includes(value)}
          onChange={(event) => props.onChange(toggled(chosen, value, event.target.checked))}
        >
          {label}
        </CheckLine>
      ))}
    </MenuButton>
  );
}

function AirportMenu() {
  const chosen = useLibrary((state) => state.filter.airports);
  return (
    <MenuButton label={named(words.airport, chosen)} title={words.airport} chosen={chosen.length > 0}>
      <AirportChoices chosen={chosen} />
    </MenuButton>
  );
}

function AirportChoices({ chosen }: { chosen: readonly string[] }) {
  const [library] = useStores(librarySlice);
  const [text, setText] = useState('');
  // Counts again with every change of the list: the menu is small, and mostly closed.
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
        data-first
        type="search"
        className="input"
        aria-label={words.airportFind}
        placeholder={words.airportFind}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          const only = found.length === 1 ? found[0]?.code : undefined;
          if (event.key !== 'Enter' || only === undefined) return;
          event.preventDefault();
          library.getState().narrow({ airports: toggled(chosen, only, !chosen.includes(only)) });
          setText('');
        }}
      />
      <p className="panel__hint">{words.airportHint}</p>
      {[...picked, ...offered].map(({ code, count }) => (
        <CheckLine
          key={code}
          checked={chosen.includes(code)}
          onChange={(event) =>
            library.getState().narrow({ airports: toggled(chosen, code, event.target.checked) })
          }
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
        <CheckLine
          type="radio"
          key={kind}
          name="library-date"
          checked={date.kind === kind}
          onChange={() => set({ kind })}
        >
          {words.dates[kind]}
        </CheckLine>
      ))}
      <CheckLine type="radio" name="library-date" checked={date.kind === 'range'} onChange={() => set(range)}>
        {words.dates.range}
      </CheckLine>
      <div className="filter-bar__range">
        <DayField label={words.from} day={range.from} onChange={(from) => set({ ...range, from })} />
        <DayField label={words.to} day={range.to} onChange={(to) => set({ ...range, to })} />
      </div>
      <p className="panel__hint">{words.dateHint}</p>
    </MenuButton>
  );
}

/** A day as written in aviation, `2026-11-21` or `21NOV`; any other text leaves that end open. */
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
  const { order } = useLibrary((state) => state.arrangement);
  const { label, names } = libraryWords.order;
  return (
    <MenuButton label={`${label}: ${names[order]}`} title={label}>
      {libraryOrders.map((one) => (
        <CheckLine
          type="radio"
          key={one}
          name="library-order"
          checked={one === order}
          onChange={() => library.getState().setOrder(one)}
        >
          {names[one]}
        </CheckLine>
      ))}
    </MenuButton>
  );
}

/** Chooses the table's columns. The route is always shown: it names the kit. */
function ColumnsMenu() {
  const [library] = useStores(librarySlice);
  const columns = useLibrary((state) => state.columns);
  const { columns: label, names, columnsHint } = libraryWords.table;
  return (
    <MenuButton label={label} title={label}>
      {tableColumns.map((column) => (
        <CheckLine
          key={column}
          checked={columns.includes(column)}
          disabled={column === 'route'}
          onChange={(event) => library.getState().showColumn(column, event.target.checked)}
        >
          {names[column]}
        </CheckLine>
      ))}
      <p className="panel__hint">{columnsHint}</p>
    </MenuButton>
  );
}

/** Switches between cards and table, by two buttons or one key. */
function LayoutSwitch() {
  const [library] = useStores(librarySlice);
  const { layout } = useLibrary((state) => state.arrangement);
  const { label, names } = libraryWords.layout;
  useCommandKeys('library', {
    layout: () => library.getState().setLayout(layout === 'cards' ? 'table' : 'cards'),
  });
  return (
    <fieldset className="layout-switch" aria-label={label}>
      {libraryLayouts.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === layout}
          title={one === layout ? undefined : withKey(names[one], keyTable.library.layout)}
          onClick={() => library.getState().setLayout(one)}
        >
          <Icon name={one === 'cards' ? 'pages' : 'list'} />
          {names[one]}
        </button>
      ))}
    </fieldset>
  );
}
