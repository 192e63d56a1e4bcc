import type { Mark, MarkDraft } from '../../preload/contract.ts';

export type HighlightDraft = Extract<MarkDraft, { kind: 'highlight' }>;
export type InkDraft = Extract<MarkDraft, { kind: 'ink' }>;
export type NoteDraft = Extract<MarkDraft, { kind: 'note' }>;
/** A rectangle as shares of the unturned page. */
export type MarkArea = HighlightDraft['areas'][number];

/** A mark as it is shown: at once, before it is kept. `key` stays the same when it gets its id, and when it comes back. */
export interface ShownMark {
  key: string;
  mark: Mark;
}
