import { useEffect, useState } from 'react';
import type { Kit } from '../../preload/contract.ts';
import { useStores } from '../app/stores.tsx';
import { Button, IconButton } from '../design/button.tsx';
import { Badge } from '../design/notice.tsx';
import { kitTitle } from '../library/kit-words.ts';
import { strings } from '../strings.ts';
import { useViewer, useViewerStore } from './viewer-context.tsx';

const lightIcons = { day: 'sun', dim: 'half', night: 'moon' } as const;

/** Which kit, which page, and everything that can be done with the view. */
export function ViewerToolbar({ kit, onBack }: { kit: Kit | null; onBack: () => void }) {
  const { kits } = useStores();
  const viewer = useViewerStore();
  const { page, pageCount, zoom, mode, light, outlineOpen, status, find } = useViewer((state) => state);
  const store = viewer.getState();
  const off = status !== 'open';
  return (
    <header className="viewer-bar">
      <div className="viewer-bar__row">
        <IconButton icon="back" label={strings.viewer.back} keys="Esc" onClick={onBack} />
        <div className="viewer-bar__kit">
          <h1 className="viewer-bar__title">{kit ? kitTitle(kit) : ''}</h1>
          {kit?.trip?.flight ? <span className="viewer-bar__flight">{kit.trip.flight}</span> : null}
          {kit?.state === 'ready' && status !== 'failed' ? (
            <Badge tone="ok">{strings.viewer.verified}</Badge>
          ) : null}
        </div>
        <div className="viewer-bar__group">
          <IconButton
            icon="list"
            label={strings.viewer.outline}
            keys="o"
            aria-pressed={outlineOpen}
            disabled={off}
            onClick={() => void store.toggleOutline()}
          />
          <IconButton
            icon="search"
            label={strings.viewer.find}
            keys="Ctrl+F"
            aria-pressed={find.open}
            disabled={off}
            onClick={() => store.openFind(!find.open)}
          />
        </div>
        <div className="viewer-bar__group">
          <IconButton
            icon="chevronUp"
            label={strings.viewer.previous}
            keys="PgUp"
            disabled={off || page <= 1}
            onClick={() => store.goTo(page - 1)}
          />
          <PageBox page={page} pageCount={pageCount} onGo={(wanted) => store.goTo(wanted)} />
          <IconButton
            icon="chevronDown"
            label={strings.viewer.next}
            keys="PgDn"
            disabled={off || page >= pageCount}
            onClick={() => store.goTo(page + 1)}
          />
        </div>
        <div className="viewer-bar__group">
          <IconButton
            icon="minus"
            label={strings.viewer.zoomOut}
            keys="Ctrl+-"
            disabled={off}
            onClick={() => store.step(-1)}
          />
          <span className="viewer-bar__zoom" role="status" aria-label={strings.viewer.zoom}>
            {strings.viewer.percent(Math.round(zoom * 100))}
          </span>
          <IconButton
            icon="plus"
            label={strings.viewer.zoomIn}
            keys="Ctrl++"
            disabled={off}
            onClick={() => store.step(1)}
          />
          <IconButton
            icon="fitWidth"
            label={strings.viewer.fitWidth}
            keys="w"
            aria-pressed={mode === 'width'}
            disabled={off}
            onClick={() => store.setMode('width')}
          />
          <IconButton
            icon="fitPage"
            label={strings.viewer.fitPage}
            keys="0"
            aria-pressed={mode === 'page'}
            disabled={off}
            onClick={() => store.setMode('page')}
          />
        </div>
        <div className="viewer-bar__group">
          <Button
            look="quiet"
            icon={lightIcons[light]}
            aria-label={strings.viewer.lightLabel(strings.viewer.light[light])}
            title={`${strings.viewer.lightLabel(strings.viewer.light[light])} (n)`}
            onClick={() => store.nextLight()}
          >
            <span className="viewer-bar__light">{strings.viewer.light[light]}</span>
          </Button>
          <IconButton
            icon="down"
            label={strings.viewer.saveCopy}
            onClick={() => kit && void kits.getState().act('saveCopy', kit.id)}
          />
        </div>
      </div>
    </header>
  );
}

function PageBox(props: { page: number; pageCount: number; onGo: (page: number) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const { page } = props;
  // A page turn by another way ends the typing.
  useEffect(() => {
    if (page > 0) setTyped(null);
  }, [page]);
  function go() {
    const wanted = Number.parseInt(typed ?? '', 10);
    setTyped(null);
    if (Number.isFinite(wanted)) props.onGo(wanted);
  }
  return (
    <span className="viewer-bar__page">
      <input
        className="input"
        inputMode="numeric"
        aria-label={strings.viewer.page}
        name="page"
        value={typed ?? (props.pageCount > 0 ? String(page) : '')}
        disabled={props.pageCount === 0}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go();
        }}
      />
      {props.pageCount > 0 ? <span>{strings.viewer.pageOf(props.pageCount)}</span> : null}
    </span>
  );
}
