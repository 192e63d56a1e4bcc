import { useEffect, useState } from 'react';
import type { AuditEntry, Kit, KitAudit } from '../../../preload/contract.ts';
import { Button } from '../../design/button.tsx';
import { formatUtcDate } from '../../design/format.ts';
import { HistoryExport } from '../../kits/history-export.tsx';
import { navigationSlice } from '../../state/navigation-store.ts';
import { useBridge, useStores } from '../../state/registry.tsx';
import { strings } from '../../strings/strings.ts';

/** How many lines are shown at first. */
const SHOWN = 12;
const words = strings.kit;

/** The history of a kit, newest first: states, openings, acknowledgements, each with its time and who did it. */
export function KitHistory({ audit }: { audit: KitAudit | 'failed' | null }) {
  const [navigation] = useStores(navigationSlice);
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

function HistoryLine({ entry }: { entry: AuditEntry }) {
  const { at, kind, state, by, what, document_sha256 } = entry;
  const name =
    kind === 'state'
      ? state
        ? strings.states.labels[state]
        : ''
      : kind === 'decided'
        ? words.decided
        : strings.recordKinds[kind];
  return (
    <li className="history__line">
      <time dateTime={at} title={at} className="history__time">
        {new Date(at).toISOString().slice(11, 19)}
        <span className="history__date">{formatUtcDate(at)}</span>
      </time>
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

/** The audit of a kit, read again whenever something that it tells of has changed; null until it is there. */
export function useAudit(kit: Kit): KitAudit | 'failed' | null {
  const bridge = useBridge();
  const [audit, setAudit] = useState<KitAudit | 'failed' | null>(null);
  const { id, state, state_since, activity, messages, acknowledged, opened_at, pinned } = kit;
  const stamp = [state, state_since, activity, messages.length, acknowledged, opened_at, pinned].join(' ');
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
  return audit;
}
