/** Pages on paper: a person's choice of pages, laid on sheets and printed as they were published. */
import { z } from 'zod';
import { call } from './call.ts';
import { kitId } from './common.ts';

/** One page on a sheet, two side by side, or a booklet: folded in the middle, printed on both sides. */
export const printLayout = z.enum(['one', 'two', 'booklet']);

export type PrintLayout = z.infer<typeof printLayout>;

/** Characters of a caption. */
const MAX_CAPTION = 500;

/** What a person wants on paper. */
export const printOrder = z.strictObject({
  kit_id: kitId,
  layout: printLayout,
  /** Whether highlights, drawings and notes are printed. */
  marks: z.boolean(),
  /** In the order of the sheets. */
  pages: z
    .array(
      z.strictObject({
        page: z.number().int().min(1),
        /** The page's chart and flight, for the line below it; null if they are not known. */
        caption: z.string().max(MAX_CAPTION).nullable(),
      }),
    )
    .min(1)
    .max(20_000),
});

export type PrintOrder = z.infer<typeof printOrder>;

export const printCalls = {
  /**
   * Opens the system's print dialog for these pages, once they are on their sheets. Answers null if the person cancelled. Refused
   * (kind `config`) while another document is printed; kind `document` if its pages can't be put on sheets.
   */
  start: call([printOrder], z.literal('printed').nullable()),
  /** Ends what this window prints; `start` then answers null. */
  cancel: call([], z.null()),
  /** Asks where to, and saves the sheets as a PDF. Answers the file's name without its folder, or null if the person cancelled. */
  save: call([printOrder], z.string().nullable()),
} as const;
