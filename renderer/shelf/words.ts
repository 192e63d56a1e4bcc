/** Words of the pane of shelves. */

export const shelfWords = {
  open: 'From the shelf',
  title: 'Kits from a shelf',
  intro:
    'A desk of your airline fetches kits and puts them there. This laptop takes those that you want, without a certificate.',
  where: (name: string, where: string) => `${name}, ${where}`,
  wanted: 'Which kits',
  none: 'None',
  some: 'Kits of these flights',
  all: 'All kits',
  flights: 'Flight numbers',
  flightsHint: 'For example KLM701 KLM702',
  empty: 'Enter at least one flight number, or choose another line.',
  long: (flight: string) => `“${flight}” is too long for a flight number.`,
  many: (max: number) => `At most ${max} flight numbers.`,
  save: 'Save',
  look: 'Look now',
  heard: (when: string) => `Last heard of: ${when}.`,
  never: 'Not heard of yet.',
  overdue: (when: string) =>
    `Its desk should have renewed it by ${when}. New kits and withdrawals may be missing: ask your scheduler.`,
  toLogin: 'User and password…',
  login: {
    title: 'Shelf',
    intro: (name: string, where: string) =>
      `Kits that a desk of your airline has put on the shelf “${name}” (${where}) come without a certificate. Choose your flights in the library, under “From the shelf”.`,
    user: 'User',
    password: 'Password',
    none: 'No user and password yet. The shelf may ask for them.',
    stored: (user: string) => `The password of ${user} is on this laptop, sealed by the system keychain.`,
    notStored: (user: string) =>
      `The password of ${user} is kept until the app ends: this laptop has no keychain.`,
    save: 'Save',
    forget: 'Remove password',
  },
} as const;
