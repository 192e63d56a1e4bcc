/** Words of the guides, the way to them, and of what is new. */
import { plural } from '../design/words.ts';

export const guideWords = {
  title: 'Guides',
  back: 'Back',
  list: 'All guides',
  contents: 'In this guide',
  audiences: {
    crew: 'For pilots and schedulers',
    administrators: 'For administrators',
    operator: 'For the operator: papers for EFB approval',
    news: 'Changes',
  },
  papers: 'Other papers',
  search: 'Search in the guides',
  searchHint: 'Search in the guides ( / )',
  found: (count: number, capped: boolean) =>
    capped
      ? `The best ${count} sections. Add a word to narrow it down.`
      : plural(count, 'section', 'sections'),
  none: (query: string) => `No section of the guides contains all of “${query}”. Take a word away.`,
  results: 'Sections found',
  previous: 'Back to where you were',
  print: 'Print this guide',
  done: 'Done',
  open: 'Not done',
  table: 'Table',
  /** Behind a link: a file that is not part of the app. */
  inSource: (file: string) => `${file}, in the app’s source`,
  missing: 'This place of the guides is not in this version. Choose one from the list.',
  since: (version: string) => `New since version ${version}`,
  allVersions: 'Show all versions',
} as const;

/** Words of what is new after an update. */
export const newsWords = {
  region: 'After the update',
  title: (version: string, before: string) =>
    `Trip Kit Desktop is now version ${version}; before it was ${before}.`,
  read: 'What’s new',
  efb: (version: string) => `${version}:`,
  dismiss: 'Dismiss. Help shows it again.',
} as const;
