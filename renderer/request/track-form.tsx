import { type FormEvent, useEffect, useRef } from 'react';
import { Button } from '../design/button.tsx';
import { Field } from '../design/field.tsx';
import { PaneHead } from '../design/pane-head.tsx';
import { useStores } from '../shell/state/registry.tsx';
import { SendingNotices } from '../shell/state/sending-notices.tsx';
import { parseIds, trackSlice, useTrack } from './track-store.ts';
import { useRequester } from './use-requester.ts';
import { trackWords } from './words.ts';
import './request.css';

const words = trackWords;

/** Follows kits by their tripkit_id: one, or many pasted lines. */
export function TrackForm() {
  const [track] = useStores(trackSlice);
  const { profile, usable, forProfile, close, show } = useRequester();
  const { text, error, busy, failure } = useTrack((state) => state);
  const form = useRef<HTMLFormElement>(null);
  const { ids, repeated } = parseIds(text);

  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!profile || !usable) return;
    const tracked = await track.getState().submit(profile.id);
    if (tracked) show(tracked);
  }

  return (
    <>
      <PaneHead title={words.title} onClose={close} />
      <form
        ref={form}
        className="stack"
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
        }}
        aria-label={words.title}
      >
        <p>
          {forProfile ? <strong>{forProfile}</strong> : null}
          {words.intro}
        </p>
        <Field
          label={words.field}
          problems={[
            ...(error ? [{ severity: 'error' as const, message: error }] : []),
            ...(repeated > 0 ? [{ severity: 'warning' as const, message: words.duplicates(repeated) }] : []),
          ]}
        >
          {(control) => (
            <textarea
              {...control}
              name="tripkit_ids"
              className="input input--code"
              rows={6}
              value={text}
              spellCheck={false}
              onChange={(event) => track.getState().edit(event.target.value)}
              onKeyDown={(event) => {
                // Enter sends a single id; with several lines it is a line break, and Ctrl+Enter sends.
                if (
                  event.key === 'Enter' &&
                  (event.ctrlKey || event.metaKey || (!event.shiftKey && ids.length === 1))
                ) {
                  event.preventDefault();
                  form.current?.requestSubmit();
                }
              }}
            />
          )}
        </Field>
        <div className="request__foot">
          <SendingNotices failure={failure} />
          <div className="request__actions">
            <span />
            <Button type="submit" look="primary" disabled={busy || !usable}>
              {words.submit(ids.length)}
            </Button>
          </div>
        </div>
      </form>
    </>
  );
}
