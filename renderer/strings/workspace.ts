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
  commands: {
    nextTab: 'Next open kit',
    previousTab: 'Previous open kit',
    closeTab: 'Close this kit',
    split: 'Two kits side by side',
    otherView: 'Go to the other view',
    print: 'Print…',
  },
} as const;
