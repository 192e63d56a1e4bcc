import { useEffect } from 'react';
import { recordKindWords } from '../../main/record/rules/record-kinds.ts';
import type { RecordEntry } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { errorOf, Field, InputField } from '../design/field.tsx';
import { formatUtc } from '../design/format.ts';
import { useWindowKey } from '../design/keys.ts';
import { Notice } from '../design/notice.tsx';
import { appWords } from '../design/words.ts';
import { ExportButtons } from '../shell/state/export-buttons.tsx';
import { navigationSlice, useNavigation } from '../shell/state/navigation-store.ts';
import { useStores } from '../shell/state/registry.tsx';
import { useSettings } from '../shell/state/settings-store.ts';
import { isPeriod, recordSlice, useRecord } from './record-store.ts';
import { recordWords } from './words.ts';
import './record.css';

const words = recordWords;
/** As many as the main process hands out at a time. */
const PAGE = 100;

/** What was done with kits on this laptop: found, checked and exported. */
export function RecordScreen() {
  const [record, navigation] = useStores(recordSlice, navigationSlice);
  const screen = useNavigation((state) => state.screen);
  const months = useSettings((state) => state.settings?.values.audit_months);
  const kitId = screen.name === 'record' ? (screen.kitId ?? null) : null;
  useEffect(() => record.getState().begin(kitId), [record, kitId]);
  useWindowKey('input, select, textarea, dialog', (event) => {
    if (event.key === 'Escape') navigation.getState().toLibrary();
  });
  return (
    <main className="screen" id="content" tabIndex={-1}>
      <div className="bar">
        <Button look="quiet" icon="back" onClick={() => navigation.getState().toLibrary()}>
          {words.back}
        </Button>
        <h1>{words.title}</h1>
      </div>
      {months === undefined ? null : <p className="record__intro">{words.intro(months)}</p>}
      <Check />
      <Filter />
      <Entries />
    </main>
  );
}

/** Whether every entry is as it was written. */
function Check() {
  const [record] = useStores(recordSlice);
  const check = useRecord((state) => state.check);
  const failure = useRecord((state) => state.checkFailure);
  const again = (
    <Button look="quiet" onClick={() => void record.getState().verify()}>
      {words.check}
    </Button>
  );
  if (failure) {
    return (
      <Notice tone="danger" alert action={again}>
        {failure.message}
      </Notice>
    );
  }
  if (!check) return <p role="status">{words.checking}</p>;
  return (
    <Notice tone={check.ok ? 'ok' : 'danger'} alert={!check.ok} action={again}>
      <p>{check.what}</p>
      {check.problems.length > 0 ? (
        <ul className="record__problems">
          {check.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      ) : null}
    </Notice>
  );
}

function Filter() {
  const [record, navigation] = useStores(recordSlice, navigationSlice);
  const filter = useRecord((state) => state.filter);
  const people = useRecord((state) => state.people);
  const { change } = record.getState();
  return (
    <search className="record__filter" aria-label={words.filter}>
      <InputField
        label={words.from}
        type="date"
        value={filter.from}
        onChange={(event) => change({ from: event.target.value })}
      />
      <InputField
        label={words.to}
        problems={errorOf(isPeriod(filter) ? null : words.badPeriod)}
        type="date"
        value={filter.to}
        onChange={(event) => change({ to: event.target.value })}
      />
      <Field label={words.by}>
        {(control) => (
          <select
            {...control}
            className="input"
            value={filter.by}
            onChange={(event) => change({ by: event.target.value })}
          >
            <option value="">{words.anybody}</option>
            {people.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </Field>
      <InputField
        label={words.flight}
        hint={words.flightHint}
        value={filter.text}
        maxLength={200}
        onChange={(event) => change({ text: event.target.value })}
      />
      {filter.kit_id === null ? null : (
        <p className="bar">
          {words.oneKit}
          <Button look="quiet" icon="cross" onClick={() => navigation.getState().toRecord()}>
            {words.allKits}
          </Button>
        </p>
      )}
    </search>
  );
}

function Entries() {
  const [record] = useStores(recordSlice);
  const { status, entries, total, failure } = useRecord((state) => state);
  const left = Math.min(PAGE, total - entries.length);
  return (
    <>
      <div className="bar record__tools">
        <p role="status">{status === 'ready' ? words.found(entries.length, total) : ''}</p>
        <Export />
      </div>
      {failure ? <Notice tone="danger" alert>{`${words.failed} ${failure.message}`}</Notice> : null}
      {status === 'ready' && total === 0 ? <p className="muted">{words.none}</p> : null}
      {entries.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys
        <section className="record__scroll framed" aria-label={words.table} tabIndex={0}>
          <table className="record__table">
            <thead>
              <tr>
                {Object.entries(words.columns).map(([name, title]) => (
                  <th key={name} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <Line key={entry.seq} entry={entry} />
              ))}
            </tbody>
          </table>
          {left > 0 ? (
            <Button look="quiet" onClick={() => void record.getState().more()}>
              {words.more(left)}
            </Button>
          ) : null}
        </section>
      )}
    </>
  );
}

function Line({ entry }: { entry: RecordEntry }) {
  const [navigation] = useStores(navigationSlice);
  const { at, kind, state, by, what, kit_id, here, document_sha256 } = entry;
  const name = kind === 'state' && state ? words.states[state] : recordKindWords[kind];
  const flight = nameOf(entry);
  return (
    <tr data-kind={kind}>
      <td className="record__time">
        <time dateTime={at} title={at}>
          {formatUtc(at, { seconds: true })}
        </time>
      </td>
      <td>
        {kit_id === null ? (
          <span className="code">{flight}</span>
        ) : (
          <Button
            look="quiet"
            aria-label={words.kit(flight || words.unnamed)}
            onClick={() => navigation.getState().toRecord(kit_id)}
          >
            <span className="code">{flight || words.unnamed}</span>
          </Button>
        )}
        {kit_id === null || here ? null : <span className="record__gone muted">{words.gone}</span>}
      </td>
      <td>{by}</td>
      <td>
        <strong>{name}</strong>
        <span className="record__what">{what}</span>
        {document_sha256 ? (
          <span className="record__what code muted" title={document_sha256}>
            {words.document(document_sha256)}
          </span>
        ) : null}
      </td>
    </tr>
  );
}

function nameOf({ flight, origin, destination, tripkit_id }: RecordEntry): string {
  const route = origin && destination ? `${origin} ${appWords.arrow} ${destination}` : null;
  return [flight, route].filter(Boolean).join(' ') || (tripkit_id ?? '');
}

function Export() {
  const [record] = useStores(recordSlice);
  const total = useRecord((state) => state.total);
  const period = useRecord((state) => isPeriod(state.filter));
  return (
    <div>
      <ExportButtons
        label={words.export}
        formats={words.formats}
        disabled={total === 0 || !period}
        save={record.getState().save}
        saved={words.exported}
      />
    </div>
  );
}
