import { useEffect, useState } from 'react';
import { recordKindWords } from '../../../../main/record/rules/record-kinds.ts';
import type { AuditEntry, Kit, KitAudit } from '../../../../preload/contract.ts';
import { Button } from '../../../design/button.tsx';
import { formatUtcDate } from '../../../design/format.ts';
import { FailureNotice } from '../../../design/notice.tsx';
import { ExportButtons } from '../../../shell/state/export-buttons.tsx';
import { navigationSlice } from '../../../shell/state/navigation-store.ts';
import { useBridge, useStores } from '../../../shell/state/registry.tsx';
import { kitWords, stateWords } from '../../words.ts';

/** How many lines are shown at first. */
const SHOWN = 12;
const words = kitWords;

/** The history of a kit, newest first: states, openings, acknowledgements, each with its time and who did it. */
export function KitHistory({
  audit,
  onAgain,
}: {
  audit: KitAudit | 'failed' | null;
  /** Reads the history again. */
  onAgain: () => void;
}) {
  const [navigation] = useStores(navigationSlice);
  const [all, setAll] = useState(false);
  if (audit === null) return null;
  const entries = audit === 'failed' ? [] : audit.entries;
  const lines = groupTries(entries)
    .map((group, number) => ({ group, number }))
    .reverse();
  const shown = all ? lines : lines.slice(0, SHOWN);
  return (
    <section className="kit__section" aria-label={words.history}>
      <h3>{words.history}</h3>
      {audit === 'failed' ? (
        <FailureNotice failure={{ message: words.historyFailed }} again={onAgain} />
      ) : null}
      {audit !== 'failed' && lines.length === 0 ? <p>{words.historyEmpty}</p> : null}
      <ol className="history">
        {shown.map(({ group, number }) =>
          group.entries.length === 1 ? (
            <HistoryLine key={number} entry={group.last} />
          ) : (
            <TriesLine key={number} group={group} />
          ),
        )}
      </ol>
      {shown.length < lines.length ? (
        <div>
          <Button look="quiet" onClick={() => setAll(true)}>
            {words.historyMore(lines.length - shown.length)}
          </Button>
        </div>
      ) : null}
      {audit === 'failed' ? null : (
        <>
          <div>
            <Button look="quiet" onClick={() => navigation.getState().toRecord(audit.kit_id)}>
              {words.inRecord}
            </Button>
          </div>
          <HistoryExport kitIds={[audit.kit_id]} label={words.exportLabel} />
        </>
      )}
    </section>
  );
}

/** Consecutive failed attempts: how many, from when to when, and the last reason; each attempt on demand. */
function TriesLine({ group }: { group: Tries }) {
  const { entries, last, tries } = group;
  const from = entries[0]?.at ?? last.at;
  return (
    <li className="history__line">
      <HistoryTime at={last.at} />
      <div className="history__told">
        <strong>{last.state ? stateWords.labels[last.state] : ''}</strong>
        <span className="history__what">
          {words.tries(tries, new Date(from).toISOString().slice(11, 19))}
        </span>
        <span className="history__what">{last.what}</span>
        <details className="history__tries">
          <summary>{words.eachTry(entries.length)}</summary>
          <ol className="history">
            {entries.toReversed().map((entry, number) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else of their own, and none comes between them
              <HistoryLine key={number} entry={entry} />
            ))}
          </ol>
        </details>
      </div>
    </li>
  );
}

function HistoryTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at} className="history__time">
      {new Date(at).toISOString().slice(11, 19)}
      <span className="history__date">{formatUtcDate(at)}</span>
    </time>
  );
}

function HistoryLine({ entry }: { entry: AuditEntry }) {
  const { at, kind, state, by, what, document_sha256 } = entry;
  const name =
    kind === 'state'
      ? state
        ? stateWords.labels[state]
        : ''
      : kind === 'decided'
        ? words.decided
        : recordKindWords[kind];
  return (
    <li className="history__line">
      <HistoryTime at={at} />
      <span className="history__told">
        <strong>{name}</strong>
        {by ? <span className="muted">{` ${words.historyBy(by)}`}</span> : null}
        <span className="history__what">{what}</span>
        {document_sha256 ? (
          <span className="history__what code" title={document_sha256}>
            {words.historyDocument(document_sha256)}
          </span>
        ) : null}
      </span>
    </li>
  );
}

/** The audit of a kit, read again whenever the kit has changed; null until it is loaded. */
export function useAudit(kit: Kit): [audit: KitAudit | 'failed' | null, again: () => void] {
  const bridge = useBridge();
  const [audit, setAudit] = useState<KitAudit | 'failed' | null>(null);
  const [asked, setAsked] = useState(0);
  const { id, state, state_since, activity, messages, acknowledged, opened_at, pinned, trip } = kit;
  const facts = [state, state_since, activity, messages.length, acknowledged, opened_at, pinned];
  const stamp = [...facts, trip?.departure, asked].join(' ');
  useEffect(() => {
    let current = stamp !== '';
    bridge.audit.of(id).then(
      (value) => current && setAudit(value),
      () => current && setAudit('failed'),
    );
    return () => {
      current = false;
    };
  }, [bridge, id, stamp]);
  return [audit, () => setAsked(asked + 1)];
}

/** Writes the histories of these kits as one file. `label` says whose they are. */
export function HistoryExport({ kitIds, label }: { kitIds: readonly string[]; label: string }) {
  const bridge = useBridge();
  return (
    <ExportButtons
      label={label}
      formats={kitWords.exportFormats}
      save={(format) => bridge.audit.export([...kitIds], format)}
      saved={kitWords.exported}
    />
  );
}

/** One line, or the lines of several consecutive attempts. */
interface Tries {
  /** Oldest first; at least one. */
  entries: readonly AuditEntry[];
  last: AuditEntry;
  /** The number of attempts. */
  tries: number;
}

/** So many lines of one state in a row are tries that belong together: fewer are read as quickly as their sum. */
const FEWEST = 4;

/** Whether the app continued within the state automatically. */
function goesOn(before: AuditEntry, { kind, state, by }: AuditEntry): boolean {
  return kind === 'state' && before.kind === 'state' && state === before.state && by === null;
}

/** Groups the lines that the app wrote while it tried one thing again and again. @param entries oldest first */
export function groupTries(entries: readonly AuditEntry[]): Tries[] {
  const runs: AuditEntry[][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && goesOn(before, entry)) run.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run) => {
    // The first line entered the state, for any reason.
    const [first, ...again] = run;
    if (!first) return [];
    if (again.length < FEWEST) return run.map((entry) => ({ entries: [entry], last: entry, tries: 1 }));
    const texts = again.map(({ what }) => what);
    const tries = Math.max(...texts.map((what) => texts.filter((other) => other === what).length));
    return [
      { entries: [first], last: first, tries: 1 },
      { entries: again, last: again.at(-1) ?? first, tries },
    ];
  });
}
