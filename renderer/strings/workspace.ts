/** Open kits: tabs, two side by side, and what a failed view says. */
export const workspace = {
  tabs: 'Open trip kits',
  /** The route comes first, so that tabs stay apart where there is little room. */
  tab: (route: string, flight: string) => [route, flight].filter(Boolean).join(' '),
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
    split: 'Two kits side by side',
    otherView: 'Go to the other view',
    print: 'Print…',
    elsewhere: 'Open in a new window',
    pageElsewhere: 'Open this page in a new window as well',
  },
} as const;
