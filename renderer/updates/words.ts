/** Words of the updates. */

const CHECK = 'Check for updates';

/** Words of the updates. */
export const updateWords = {
  title: 'Updates',
  running: (version: string) => `This is version ${version}.`,
  checked: (when: string) => `Last checked ${when}.`,
  never: 'Not checked yet. The app checks automatically, some minutes after its start and every few hours.',
  check: CHECK,
  checking: 'Checking for updates…',
  none: 'You have the latest version.',
  downloading: (version: string, percent: number | null) =>
    `Downloading version ${version}${percent === null ? '…' : `, ${percent} %`}`,
  downloadLabel: 'Download of the update',
  downloadNote: 'Go on working: it waits while a kit needs the network.',
  and: ' and ',
  /** `times`: the first and the last time of day. */
  hours: (times: string) =>
    `The app looks for updates and downloads them between ${times} by this computer’s clock. “${CHECK}” does so at once.`,
  waitsForHours: (version: string, times: string) =>
    `Version ${version} is downloaded between ${times} by this computer’s clock. “${CHECK}” downloads it now.`,
  beta: 'Betas are offered before the final version.',
  ready: (version: string) => `Version ${version} is ready to install.`,
  install: 'Quit and install',
  installing: 'Installing…',
  onQuit: 'Install when I quit',
  onQuitNote: '“Quit and install” also starts the app again. Your kits, marks and settings stay.',
  notes: (version: string) => `What’s new in ${version}`,
  noNotes: 'The publisher gave no notes.',
  came: (from: string, when: string) => `It replaced version ${from} on ${when}.`,
  back: 'Going back',
  backSteps: (from: string) => [
    `Get the installer of version ${from} from where you got the app, or from your IT.`,
    'Close Trip Kit Desktop and run it. On Windows, remove a newer MSI first.',
    'Your kits, marks and settings stay. Where the newer version changed the form of the library, the older one says so and leaves it as it is.',
  ],
  backWhere: 'The administrator guide says more, under “Updates, Going back”.',
};
