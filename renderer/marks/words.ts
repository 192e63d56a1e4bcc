/** Words of what people put on the pages of a kit. */
import type { MarkColour, MarkDraft } from '../../preload/contract.ts';
import { plural } from '../design/words.ts';

const short = (words: string, most = 80) => {
  const line = words.replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line;
};

const colours = {
  yellow: 'Yellow',
  green: 'Green',
  blue: 'Blue',
  red: 'Red',
  black: 'Black',
} satisfies Record<MarkColour, string>;

/** Words of what people put on the pages of a kit. */
export const marksWords = {
  short,
  colours,
  colour: 'Colour',
  kinds: {
    bookmark: 'Bookmarks',
    pin: 'Pins for this flight',
    highlight: 'Highlights',
    ink: 'Drawings',
    note: 'Notes',
  } satisfies Record<MarkDraft['kind'], string>,
  tools: 'Marking tools',
  tool: { highlight: 'Highlight', ink: 'Draw', erase: 'Erase drawings', note: 'Note' },
  commands: {
    bookmark: 'Bookmark this page',
    pin: 'Pin this chart or page',
    highlight: 'Highlight the selected text, or take up the highlighter',
    ink: 'Draw',
    erase: 'Erase drawings',
    note: 'Write a note in the middle of the view',
    panel: 'Marks',
    undo: 'Undo the last mark',
    redo: 'Redo the mark',
  },
  hints: {
    highlight: 'Select the text to highlight. Esc ends it.',
    ink: 'Draw on the page. Esc ends it.',
    erase: 'Move over a line to remove it. Esc ends it.',
    note: 'Click the place for the note, or press Enter for the middle. Esc ends it.',
  },
  undo: 'Undo',
  redo: 'Redo',
  bookmarkPage: (page: number) => `Bookmark page ${page}`,
  bookmarked: (page: number) => `Page ${page} is bookmarked: remove the bookmark`,
  pinPage: (page: number) => `Pin page ${page} for this flight`,
  pinned: (page: number) => `Page ${page} is pinned for this flight: remove the pin`,
  pinChart: (name: string) => `Pin ${name} for this flight`,
  pinnedChart: (name: string) => `${name} is pinned for this flight: remove the pin`,
  pageTitle: (page: number) => `Page ${page}`,
  selection: 'Selected text',
  highlightIn: (colour: MarkColour) => `Highlight in ${colours[colour].toLowerCase()}`,
  highlightWithNote: 'Highlight and comment',
  name: {
    highlight: (words: string, note: string, colour: MarkColour) =>
      `${colours[colour]} highlight: ${short(words) || 'a place without text'}${note ? `. Comment: ${short(note)}` : ''}`,
    ink: (colour: MarkColour, lines: number) =>
      `${colours[colour]} drawing of ${plural(lines, 'line', 'lines')}`,
    note: (words: string, of: string) => `Note${of && ` of ${of}`}: ${short(words) || 'empty'}`,
    /** A note of the company, and what it is about. */
    ofCompany: (company: string, about: string) => `${company}, ${about}`,
  },
  editor: {
    highlight: 'Highlight',
    ink: 'Drawing',
    note: 'Note',
    newNote: 'New note',
    comment: 'Comment',
    commentHint: 'Add a comment',
    text: 'Text of the note',
    textHint: 'Write a note',
    by: (who: string, when: string) => (who ? `${who}, ${when}` : when),
    remove: 'Remove',
    discard: 'Discard',
    done: 'Done',
    kept: 'What you wrote is still here. Try again.',
  },
  belongs: {
    legend: 'Belongs to',
    flight: 'This flight',
    chart: 'This chart',
    airport: (icao: string | null) => (icao === null ? 'This airport' : `This airport, ${icao}`),
    chartHint: 'Shown on this chart in each kit. When the chart changes, the note waits until you keep it.',
    airportHint: 'Shown on the first page of the airport in each kit.',
  },
  removal: {
    title: 'Remove this note from all kits?',
    text: (airport: string, chart: string | null) =>
      `It belongs to ${chart === null ? airport : `${airport} ${chart}`}, not only to this flight. This can’t be undone.`,
    yes: 'Remove',
  },
  failed: {
    load: (why: string) => `The marks of this kit could not be read. ${why}`,
    add: (why: string) => `The mark was not kept. ${why}`,
    change: (why: string) => `The change was not kept. ${why}`,
    remove: (why: string) => `The mark was not removed. ${why}`,
  },
  panel: {
    region: 'Marks',
    filter: 'Filter marks',
    filterPlaceholder: 'Filter marks',
    none: 'No marks yet',
    empty:
      'Select text to highlight it, draw with I, write a note with A, bookmark a page with B or pin it for this flight with M. Marks are kept beside the document, never in it.',
    noMatch: (query: string) => `No mark matches “${query}”.`,
    page: (page: number) => `Page ${page}`,
    pageBefore: 'page',
    remove: (what: string) => `Remove ${what}`,
    drawing: (lines: number) => plural(lines, 'line', 'lines'),
    noText: 'A place without text',
    elsewhere: 'Bookmarks from other kits',
    notHere: 'Not in this kit',
    outdated: 'On an earlier version of this document',
    outdatedWhy:
      'This kit’s document has changed since these were made, so they are not drawn: their place may be wrong.',
    lasting: (airport: string) => `Notes of ${airport}, in each kit`,
    company: (company: string) => `Notes of ${company}`,
    ofAirport: 'The airport',
    ofChart: (chart: string) => `Chart ${chart}`,
    writtenOn: (chart: string) => `Written on ${chart}`,
    waiting: 'From an earlier edition of the chart',
    waitingWhy: 'These notes are on no page of this kit until you keep them here.',
    keep: 'Keep here',
    keepName: (what: string, page: number) => `Keep here, on page ${page}: ${what}`,
    unsure: 'No page of this kit is this chart alone, so the note has no place here.',
    saveCopy: 'Save a copy with marks…',
    saving: 'Saving the copy…',
    saved: (file: string) => `A copy with your marks was saved as ${file}.`,
    savedWhat: 'Highlights, drawings and notes go into the copy. Pins and bookmarks stay in this app.',
    retry: 'Try again',
  },
} as const;
