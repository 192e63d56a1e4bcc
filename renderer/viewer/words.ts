/** Words of the viewer: its bar, panels, keys, tabs and failures. */
import { plural } from '../design/words.ts';

export const workspaceWords = {
  tabs: 'Open trip kits',
  closeTab: (name: string) => `Close ${name}`,
  splitter: 'Width of the left view',
  left: (name: string) => `${name}, left view`,
  right: (name: string) => `${name}, right view`,
  alone: (name: string) => `${name}, document`,
  pages: { left: 'Document viewer, left', right: 'Document viewer, right' },
  addKit: 'Open another trip kit',
  madeRoom: (name: string, most: number) =>
    `${name} was closed to make room: ${most} trip kits can be open at a time. Its place is kept.`,
  reopen: 'Open again',
  /** The menu of a tab. */
  tabMenu: (name: string) => `${name}: what to do`,
  openElsewhere: 'Open in a new window',
  chartElsewhere: 'Open this chart in a new window',
  letGo: 'Let go to open it in a new window',
  commands: {
    nextTab: 'Next open kit',
    previousTab: 'Previous open kit',
    closeTab: 'Close this kit',
    split: 'Side by side',
    twice: 'This kit in both views',
    otherView: 'Go to the other view',
    print: 'Print…',
    elsewhere: 'Kit in a new window',
    pageElsewhere: 'Page in a new window',
  },
} as const;

export const viewerWords = {
  region: 'Document viewer',
  back: 'Back to trip kits',
  page: 'Page',
  pageLabel: (page: number, count: number) => `Page ${page} of ${count}`,
  zoom: 'Zoom',
  percent: (value: number) => `${value} %`,
  panels: {
    region: 'Side panel',
    close: 'Close the side panel',
    names: { outline: 'Outline', pages: 'Pages', marks: 'Marks', find: 'Find' },
  },
  commands: {
    next: 'Next page',
    previous: 'Previous page',
    first: 'First page',
    last: 'Last page',
    page: 'Go to a page by its number',
    back: 'Back',
    forward: 'Forward',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fitAuto: 'Automatic fit',
    fitPage: 'Fit page',
    fitWidth: 'Fit width',
    fitChart: 'Fit chart',
    fullSize: 'Full size (100 %)',
    continuous: 'Continuous pages',
    single: 'One page at a time',
    facing: 'Facing pages',
    rotatePage: 'Rotate this page',
    rotateAll: 'Rotate all pages',
    night: 'Day or night',
    light: 'Pages as printed, dim, or dark',
    pagesDay: 'Pages as printed',
    pagesDim: 'Dim pages',
    pagesNight: 'Dark pages',
    keepPictures: 'Pictures as printed',
    outline: 'Outline and charts: find by words',
    pages: 'Page thumbnails',
    closePanel: 'Close the side panel',
    find: 'Find in this kit',
    findNext: 'Next match',
    findPrevious: 'Previous match',
    fullScreen: 'Full screen',
    touch: 'Large buttons',
    shortcuts: 'All keys',
    leave: 'Close what is open, then back to the trip kits',
  },
  keys: {
    title: 'Keys of the viewer',
    groups: {
      pages: 'Pages',
      view: 'View',
      light: 'Light',
      panels: 'Side panel',
      find: 'Find',
      marks: 'Marks',
      window: 'Window',
    },
    /** What hands do, beside the keys. */
    byHand: {
      pages: [
        ['Scroll', 'arrow keys, wheel, space bar'],
        ['Turn where pages stand alone', 'wheel past the end, swipe'],
        ['Back, forward', 'mouse buttons 4 and 5'],
      ],
      view: [
        ['Zoom around the pointer', 'Ctrl + wheel, pinch'],
        ['Move the page', 'drag; over text: space bar or middle button + drag'],
      ],
      light: [],
      panels: [
        [
          'Show a chart or page, and use its keys',
          'arrow keys, Enter; Space shows it and stays in the panel',
        ],
        ['Filter the panel', 'type; arrow keys, Enter; Esc clears, then goes back to the pages'],
      ],
      find: [],
      marks: [['Pinned charts 1 to 9, in the order of the flight', 'Alt + 1 … Alt + 9']],
      window: [['Full screen of the window', 'F11']],
    } as Record<
      'pages' | 'view' | 'light' | 'panels' | 'find' | 'marks' | 'window',
      readonly (readonly [what: string, how: string])[]
    >,
  },
  /** Where the page goes on beyond the window. */
  edges: {
    sides: { top: 'above', right: 'to the right', bottom: 'below', left: 'to the left' },
    beyond: (where: string) => `The page goes on beyond the window: ${where}.`,
  },
  toolbar: 'Tools of the viewer',
  more: 'More',
  menu: 'More commands',
  noFullScreen: 'This computer did not let the window fill the screen. Try F11, or the window menu.',
  outline: 'Outline',
  outlineBusy: 'Reading the outline…',
  outlineEmpty: 'This document has no outline.',
  light: {
    names: { day: 'Day', night: 'Night' },
    /** Where the pages have another light than the window. */
    pages: { day: 'pages as printed', dim: 'dim pages', night: 'dark pages' },
    label: (window: string, pages: string | null) =>
      `Light: ${pages === null ? window : `${window}, ${pages}`}`,
  },
  themeManaged:
    'Day and night of the window are set for this computer by your administrators. Only the pages change.',
  find: 'Find',
  opening: 'Opening the document…',
  openingSlow: 'Still opening. A very large or damaged document takes longer.',
  failedTitle: 'This document can’t be shown',
  damaged: 'The file on this laptop can’t be read as a PDF. Save a copy and try another viewer.',
  gone: 'The file could not be read from this laptop. Open it again.',
  protected:
    'This PDF asks for a password, so it can’t be shown here. Save a copy and open it in another viewer.',
  tooLong: 'The document did not open within a minute. Go back and try again.',
  noEngine:
    'The part of the app that draws documents did not start. Restart the app; the kit itself is safe.',
  otherPages: (found: number, verified: number) =>
    `This document had ${plural(verified, 'page', 'pages')} when it was verified and has ${found} now.`,
  pageFailed: (page: number) => `Page ${page} can’t be drawn. The other pages are not affected.`,
  retryPage: 'Draw it again',
  externalLink: (url: string) => `This link leads outside the kit and is not opened here: ${url}`,
  externalName: (url: string) => `External link, not opened: ${url}`,
  comment: (author: string, text: string) => `Note in the document${author ? `, ${author}` : ''}: ${text}`,
  internalName: (page: string) => `Link to ${page}`,
  linkInside: 'a place in this document',
  linkBroken: 'This link leads to a place that is not in the document.',
  saveCopy: 'Save a copy…',
};
