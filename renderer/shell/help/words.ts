/** Words of the help, loaded with its dialog. */

export const helpWords = {
  title: 'Help',
  allKeys: 'All keys',
  states: 'What the states mean',
  queued: 'Waits for its turn: only some kits are asked for at a time.',
  signs: 'Signs in the list',
  signLines: [
    [
      '16:23 LT Amsterdam',
      'Local time (LT) at the airport of departure; +1 or −1 is a day after or before UTC. All other times are UTC (Z).',
    ],
    ['Dot', 'You have not opened this kit on this laptop yet.'],
    [
      'Triangle with a number',
      'The service has a message about the kit. Read it once before the kit opens for the first time.',
    ],
    ['Superseded', 'A newer kit for the same flight is on this laptop.'],
    ['Bookmark', 'Kept: never removed automatically.'],
  ],
  offline: 'Without a network',
  offlineLines: [
    'A kit that is on this laptop opens, is searched, marked and printed without a network, a login or the keychain.',
    'Requests and downloads wait, and continue automatically when the network is back. Nothing is requested twice.',
    'Before you close the lid, “Ready to fly” checks every flight of the next hours, and what is still to be fetched for them.',
  ],
  keys: 'The keys to begin with',
  keyLines: [
    ['Help', 'F1'],
    ['New request', 'Ctrl+N'],
    ['Search all kits', 'Ctrl+K'],
    ['Search the list', 'Ctrl+F'],
    ['Open the selected kit', 'Enter'],
    ['Back to the list', 'Escape'],
    ['Cockpit mode: dark, and nothing interrupts', 'F9'],
  ],
  guides: 'Guides',
  userGuide: 'User guide',
  guidesIntro:
    'They need no network. The administrator guide and the other papers are in the list beside the user guide.',
  /** @param title of the section about the current screen */
  here: (title: string) => `About this screen: ${title}`,
  whatsNew: 'What’s new',
  version: (version: string) => `This is Trip Kit Desktop ${version}.`,
  support: 'If something does not work',
  supportLine:
    '“Save diagnostics” in the profile’s menu writes a file that you can read and send to your airline’s IT. It holds no secret and no document.',
} as const;

/** Words of the list of keys outside the viewer, by the scopes and commands of renderer/design/keys.ts. */
export const shortcutWords = {
  title: 'Keyboard shortcuts',
  groups: {
    everywhere: 'Everywhere',
    kit: 'The kit that is selected or open',
    library: 'In the library',
    request: 'New request',
    batch: 'Many flights',
    changes: 'What changed',
    pair: 'Old and new page',
    guides: 'Guides',
  },
  commands: {
    everywhere: {
      help: 'Help',
      shortcuts: 'All keys of the screen',
      search: 'Search all kits',
      newRequest: 'New request',
      manyFlights: 'Many flights',
      track: 'Track by kit ID',
      settings: 'Settings',
      cockpit: 'Cockpit mode, on and off',
    },
    kit: {
      open: 'Open',
      elsewhere: 'Open in a new window',
      saveCopy: 'Save a copy',
      print: 'Print',
      requestAgain: 'Change and request again',
    },
    library: {
      find: 'Search the list',
      layout: 'Cards or table',
      nextDeparture: 'Next departure',
      keep: 'Keep, or stop keeping',
      selectAll: 'Select all',
    },
    request: { numbered: 'The recent trip with this number' },
    batch: { fixAll: 'Convert airports to ICAO' },
    changes: {
      review: 'Chart reviewed, or not',
      accept: 'Accept a mark that waits',
      decline: 'Leave it with the old kit',
    },
    pair: {
      nextPlace: 'Next change',
      priorPlace: 'Previous change',
      next: 'Next page',
      previous: 'Previous page',
      side: 'Side by side',
      over: 'Overlay',
      blink: 'Blink; again: stop, or the other page',
      rings: 'Rings, on and off',
      zoomIn: 'Zoom in',
      zoomOut: 'Zoom out',
      fitPage: 'Fit page',
      review: 'Chart reviewed, or not',
      accept: 'Accept the mark',
      decline: 'Leave it with the old kit',
    },
    guides: { find: 'Search the guides', back: 'Back after a link' },
  },
  /** Keys that move, choose, open and close where the focus is. */
  byHand: {
    everywhere: [['Move, choose, open, back', 'arrow keys, Space, Enter, Esc']],
    kit: [['Remove', 'Delete']],
    library: [['Select several', 'Shift + ↑ ↓']],
    batch: [['Look at what is written', 'Ctrl + Enter']],
    pair: [['Move the pages', 'arrow keys']],
  } as Readonly<Record<string, readonly (readonly [what: string, how: string])[]>>,
} as const;
