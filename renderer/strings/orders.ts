/** Words of the standing orders. */
export const orders = {
  title: 'Standing orders',
  intro:
    'Kits requested automatically before departure, while the app runs. An order that comes due while it is closed is carried out at the next start.',
  empty:
    'There are no standing orders. Paste your flights, and choose how many hours before departure their kits are requested.',
  forbidden:
    'Set for this computer by your administrators: there are no new standing orders, and those in this list wait. Request their kits yourself.',
  failed: 'The standing orders could not be read.',
  list: 'Standing orders, by departure',
  due: (when: string) => `request due ${when}`,
  hours: (hours: number) => `${hours} h before`,
  states: { waiting: 'Waiting', requested: 'Requested', missed: 'Missed' },
  missed: 'The flight left before its kit could be requested.',
  remove: (trip: string) => `Cancel the order for ${trip}`,
  show: (trip: string) => `Show the kit of ${trip}`,
};
