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
  notesOf: (page: number) => `Notes on page ${page}`,
  notesOn: (caption: string) => `Notes on ${caption}`,
  pinned: (count: number) => `Pinned charts (${plural(count, 'page', 'pages')})`,
  go: 'Print…',
  preparing: (done: number, count: number) => `Preparing page ${Math.min(done + 1, count)} of ${count}`,
  preparingLabel: 'Pages prepared for printing',
  many: 'Many pages take a while: about half a second each. Nothing is sent to a printer before you confirm it.',
  missing: (pages: string, left: number) =>
    `Page ${pages} can’t be drawn and would be missing on paper. Print the other ${plural(left, 'page', 'pages')} all the same?`,
  none: 'None of these pages can be drawn, so there is nothing to print. Save a copy and print it with another viewer.',
  printRest: 'Print the others',
  withSystem: (count: number) =>
    `${plural(count, 'page is', 'pages are')} ready for the print dialog of this computer. Close this when it is done.`,
  unavailable:
    'The print dialog of this computer did not open. Save a copy and print it with another viewer.',
  done: 'Done',
  pageName: (page: number) => `Page ${page}`,
} as const;
