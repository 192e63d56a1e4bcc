/** Words around the opening of a kit, its marks, and what was acknowledged. */
export const opening = {
  superseded: {
    title: 'A newer kit for this flight is on this laptop',
    text: (kit: string, requested: string, newer: string) =>
      `${kit}: this kit was requested on ${requested}, the newer one on ${newer}.`,
    trackedText: (kit: string, tracked: string, newer: string) =>
      `${kit}: this kit came into the list on ${tracked}, the newer one on ${newer}.`,
    openThis: 'Open this one',
    openNewer: 'Open the newer one',
    someTitle: (superseded: number, all: number) =>
      superseded === all
        ? 'Newer kits for these flights are on this laptop'
        : superseded === 1
          ? 'A newer kit for one of these flights is on this laptop'
          : `Newer kits for ${superseded} of these flights are on this laptop`,
    openThese: 'Open these',
    openNewerSome: 'Open the newer ones',
    badge: 'Superseded',
    note: 'A newer kit for this flight is on this laptop.',
    show: 'Show the newer one',
  },
  acknowledge: {
    title: 'Read before opening',
    intro: (kit: string) => `${kit}: the service has messages about this kit.`,
    recorded: 'That you have read this is recorded on this laptop with your user name and the time in UTC.',
    yes: 'I have read this',
    toRead: 'Read this before the kit opens for the first time.',
    given: (by: string, when: string) => `Read by ${by}, ${when}`,
  },
  pin: {
    button: 'Keep',
    title: 'A kept kit is never removed automatically (P)',
    badge: 'Kept',
  },
  profile: 'Profile',
};
