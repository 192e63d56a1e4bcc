import { useState } from 'react';
import type { AuditEntry, AuditFormat, KitAudit } from '../../preload/contract.ts';
import { useStores } from '../app/stores.tsx';
import { asUiFailure } from '../bridge.ts';
import { Button } from '../design/button.tsx';
import { formatUtcDate } from '../design/format.ts';
import { Notice } from '../design/notice.tsx';
import { strings } from '../strings.ts';

/** How many lines are shown at first. */
const SHOWN = 12;
const words = strings.kit;

/** The history of a kit, newest first: states, openings, acknowledgements, each with its time and who did it. */
export function KitHistory({ audit }: { audit: KitAudit | 'failed' | null }) {
  const [all, setAll] = useState(false);
  if (audit === null) return null;
  const entries = audit === 'failed' ? [] : audit.entries;
  const lines = entries.map((entry, number) => ({ entry, number })).reverse();
  const shown = all ? lines : lines.slice(0, SHOWN);
  return (
    <section className="kit__section" aria-label={words.history}>
      <h3>{words.history}</h3>
      {audit === 'failed' ? <p>{words.historyFailed}</p> : null}
      {audit !== 'failed' && lines.length === 0 ? <p>{words.historyEmpty}</p> : null}
      <ol className="history">
        {shown.map(({ entry, number }) => (
          <HistoryLine key={number} entry={entry} />
        ))}
      </ol>
      {shown.length < lines.length ? (
        <div>
          <Button look="quiet" onClick={() => setAll(true)}>
            {words.historyMore(lines.length - shown.length)}
          </Button>
        </div>
      ) : null}
      {audit === 'failed' ? null : <HistoryExport kitId={audit.kit_id} />}
    </section>
  );
}

function HistoryLine({ entry }: { entry: AuditEntry }) {
  const { at, kind, state, by, what, document_sha256 } = entry;
  const name = kind === 'state' ? (state ? strings.states.labels[state] : '') : words.historyKinds[kind];
  return (
    <li className="history__line">
      <time dateTime={at} title={at} className="history__time">
        {new Date(at).toISOString().slice(11, 19)}
        <span className="history__date">{formatUtcDate(at)}</span>
      </time>
      <span className="history__told">
        <strong>{name}</strong>
        {by ? <span className="history__by">{` ${words.historyBy(by)}`}</span> : null}
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

function HistoryExport({ kitId }: { kitId: string }) {
  const { bridge } = useStores();
  const [said, setSaid] = useState<{ done: string } | { failed: string } | null>(null);
  const [busy, setBusy] = useState(false);

  async function save(format: AuditFormat) {
    setBusy(true);
    setSaid(null);
    try {
      const file = await bridge.audit.export([kitId], format);
      if (file !== null) setSaid({ done: words.exported(file) });
    } catch (error) {
      setSaid({ failed: asUiFailure(error).message });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <fieldset className="history__export" aria-label={words.exportLabel}>
        <span>{words.exportLabel}</span>
        <Button disabled={busy} onClick={() => void save('csv')}>
          {words.exportCsv}
        </Button>
        <Button disabled={busy} onClick={() => void save('json')}>
          {words.exportJson}
        </Button>
      </fieldset>
      {said && 'done' in said ? <p role="status">{said.done}</p> : null}
      {said && 'failed' in said ? (
        <Notice tone="danger" alert>
          {said.failed}
        </Notice>
      ) : null}
    </>
  );
}
