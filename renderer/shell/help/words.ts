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
    [
      'Requested in 2612',
      'The AIRAC cycle in which the kit was requested, generated or dated, as far as that is known. It is not the cycle of its charts: look at the dates printed on them.',
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
    ['Search the list', '/'],
    ['Open the selected kit', 'Enter'],
    ['Back to the list', 'Escape'],
    ['Cockpit mode: dark, and nothing interrupts', 'F9'],
  ],
  guides: 'Guides',
  guidesIntro: 'They come with this version and need no network.',
  /** @param title of the section about the current screen */
  here: (title: string) => `About this screen: ${title}`,
  whatsNew: 'What’s new',
  version: (version: string) => `This is Trip Kit Desktop ${version}.`,
  papers:
    'begins the papers for an operator’s EFB approval: they stand among the guides, under “For the operator”.',
  support: 'If something does not work',
  supportLine:
    '“Save diagnostics” in the profile’s menu writes a file that you can read and send to your airline’s IT. It holds no secret and no document.',
} as const;

/** Words of the list of keys outside the viewer. */
export const shortcutWords = {
  title: 'Keyboard shortcuts',
  groups: {
    everywhere: 'Everywhere',
    library: 'In the library',
    batch: 'Many flights',
    reading: 'While reading',
  },
  lines: {
    everywhere: [
      ['Help', 'F1'],
      ['Search all kits', 'Ctrl+K'],
      ['New request', 'Ctrl+N'],
      ['Many flights', 'Ctrl+Shift+N'],
      ['Track by kit ID', 'Ctrl+Shift+T'],
      ['Settings', 'Ctrl+,'],
      ['Cockpit mode, on and off', 'F9'],
    ],
    library: [
      ['Search the list', '/'],
      ['Filter by airport', 'A'],
      ['Cards or table', 'V'],
      ['Next departure', 'N'],
      ['Close a form, clear the selection', 'Escape'],
      ['Move', '↑ ↓'],
      ['Open', 'Enter'],
      ['Open in a new window', 'Ctrl+Shift+O'],
      ['Select', 'Space'],
      ['Select several', 'Shift+↑ ↓'],
      ['Select all', 'Ctrl+A'],
      ['Keep, or stop keeping', 'P'],
      ['Remove', 'Delete'],
    ],
    batch: [
      ['Look at what is written', 'Ctrl+Enter'],
      ['Convert airports to ICAO', 'Alt+I'],
      ['Back', 'Esc'],
    ],
    reading: [['All keys of the viewer', '?']],
  },
} as const;
