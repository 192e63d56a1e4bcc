/** Words of printing an open kit. */
import { plural } from '../../design/words.ts';

export const printWords = {
  title: 'Print',
  damaged: 'This document is damaged. Each sheet says so: do not fly by it.',
  which: 'Pages',
  all: (count: number) => `All ${plural(count, 'page', 'pages')}`,
  current: (page: number) => `This page (${page})`,
  range: 'Some pages',
  rangeLabel: 'Page numbers',
  rangeHint: 'For example 1-3, 8',
  rangeEmpty: 'Enter the pages to print, for example 1-3, 8.',
  rangeBad: (part: string) => `“${part}” isn’t a page or a range. Enter pages like 1-3, 8.`,
  rangeOutside: (part: string, count: number) =>
    `“${part}” is outside this document, which has ${plural(count, 'page', 'pages')}.`,
  marks: 'With my marks',
  marksOn: (count: number) => `Highlights, drawings and notes on ${plural(count, 'page', 'pages')}`,
  marksNone: 'None on these pages. Pins and bookmarks are not printed.',
  pinned: (count: number) => `Pinned charts (${plural(count, 'page', 'pages')})`,
  sheets: 'Sheets',
  layouts: {
    one: 'One page on each',
    two: 'Two pages side by side',
    booklet: 'Booklet, folded in the middle',
  },
  bookletHint: 'Print it on both sides, flipped on the short edge.',
  go: 'Print…',
  preparing: (count: number) =>
    `Preparing ${plural(count, 'page', 'pages')}. Then the print dialog of this computer opens.`,
  saving: 'Saving the sheets as a PDF.',
  close: 'Close',
  save: 'Save as PDF…',
} as const;
