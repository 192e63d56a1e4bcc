/** Words of watched folders. */

export const watchWords = {
  title: 'Watched folders',
  intro:
    'Trip files that arrive in a folder are requested without anybody’s click: rosters, schedules, flight plans and spreadsheets. The kits are delivered into another folder.',
  off: 'No folder is watched.',
  on: (folder: string, under_way: number, delivered: number) =>
    `Watching ${folder}: ${under_way === 1 ? '1 kit' : `${under_way} kits`} under way, ${delivered} delivered since the app started.`,
  folders: { in: 'Trip files arrive in', out: 'Kits are delivered into' },
  chooseFolder: { in: 'Choose folder for trip files…', out: 'Choose folder for kits…' },
  none: 'Not chosen yet',
  profile: 'Requested with',
  name: 'File name of a kit',
  nameHint: 'From {departure:yyyyMMdd}, {flight}, {origin}, {destination} and {tripkit_id}.',
  program: 'Run on each event',
  noProgram: 'No program',
  chooseProgram: 'Choose program…',
  removeProgram: 'Don’t run it',
  webhook: 'Post each event to (webhook)',
  webhookHint: 'An https address, or nothing.',
  badWebhook: 'Enter an address that begins with https://.',
  secret: 'Secret of the webhook',
  secretHint: 'At least 16 characters. Each call is signed with it; it is kept in the system keychain.',
  secretKept: 'A secret is kept in the system keychain. Enter another one to replace it.',
  badSecret: 'Enter at least 16 characters.',
  shelf: (name: string) => `Put each kit on the shelf “${name}”, too`,
  begin: 'Watch folders…',
  change: 'Save changes…',
  end: 'Stop watching',
  forbidden: 'No copies leave the app, so no folders of your own are watched.',
  forget: 'Forget my folders',
  alone:
    'While nobody is here: turn on “Keep running when the window is closed” and “Start with my session” above. Planned kits go on, too.',
};
