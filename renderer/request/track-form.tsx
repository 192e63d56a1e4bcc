import { type FormEvent, useEffect, useRef } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Kit } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { Field } from '../design/field.tsx';
import { PaneHead } from '../design/pane-head.tsx';
import type { UiFailure } from '../shell/state/bridge.ts';
import { oneAtATime } from '../shell/state/calls.ts';
import { defineSlice, useStores } from '../shell/state/registry.tsx';
import { SendingNotices } from '../shell/state/sending-notices.tsx';
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

/** The contract's own bounds (preload/contract.ts, kits.track). */
const MAX_IDS = 1000;
const MAX_LENGTH = 1024;

/** What pasted lines come to: the ids in order, each once, and what is wrong. */
interface ParsedIds {
  ids: string[];
  /** How many lines repeated an earlier one. */
  repeated: number;
  /** A sentence that says why they can't be sent; null where they can. */
  error: string | null;
}

/** One tripkit_id a line; an id may hold any character but a line break, so nothing else separates. */
export function parseIds(text: string): ParsedIds {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const given = lines.filter(Boolean);
  const ids = [...new Set(given)];
  const long = lines.findIndex((line) => line.length > MAX_LENGTH);
  const error =
    ids.length === 0
      ? trackWords.empty
      : long >= 0
        ? trackWords.tooLong(long + 1)
        : ids.length > MAX_IDS
          ? trackWords.tooMany(MAX_IDS)
          : null;
  return { ids, repeated: given.length - ids.length, error };
}

interface TrackState {
  text: string;
  /** A sentence about the text, after an attempt to send. */
  error: string | null;
  busy: boolean;
  failure: UiFailure | null;
  edit(text: string): void;
  /** Sends the ids. Null where something is wrong: it is shown and the text stays. */
  submit(profileId: string): Promise<Kit[] | null>;
}

/** The form that tracks kits of others by their tripkit_id. */
export const [trackSlice, useTrack] = defineSlice(({ bridge }) =>
  createStore<TrackState>()((set, get) => ({
    text: '',
    error: null,
    busy: false,
    failure: null,
    edit: (text) => set({ text, error: null }),
    async submit(profileId) {
      const { ids, error } = parseIds(get().text);
      if (get().busy) return null;
      if (error) {
        set({ error });
        return null;
      }
      return oneAtATime(set, get)(true, async () => {
        const kits = await bridge.kits.track(profileId, ids);
        set({ text: '' });
        return kits;
      });
    },
  })),
);
