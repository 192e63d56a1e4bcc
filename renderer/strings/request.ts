/** Words of the forms that request and track trip kits. */
import { plural } from './plural.ts';

export const airports = {
  list: 'Airports',
  /** The list is community data: it never decides what the service covers. */
  namesOnly: 'Names only, not coverage. OurAirports.',
  known: (name: string, city: string, country: string) =>
    `${name}${city && !name.includes(city) ? `, ${city}` : ''} (${country})`,
  unknown: (code: string) =>
    `No name is known here for ${code}. That says nothing of your airline’s coverage: check the letters, and send it if they are right.`,
  found: (count: number) => `${plural(count, 'airport', 'airports')}, use the arrow keys`,
};

export const request = {
  title: 'Request a trip kit',
  origin: 'Origin',
  destination: 'Destination',
  airportHint: 'ICAO code, or a name',
  alternates: 'Alternates',
  alternatesHint: (max: number) => `Up to ${max}, by code or name. Space or Enter adds one.`,
  alternateRemove: (code: string, name: string | null) =>
    name ? `Remove alternate ${code}, ${name}` : `Remove alternate ${code}`,
  route: 'Route',
  routeHint: 'As in the flight plan (item 15), or with dots. A whole flight plan pasted here fills the form.',
  flight: 'Flight',
  flightHint: 'For example KLM511',
  departureDate: 'Departure date (UTC)',
  departureDateHint: 'YYYY-MM-DD or 21NOV',
  departureTime: 'Departure time (UTC)',
  departureTimeHint: 'HHMM',
  submit: 'Request trip kit',
  submitting: 'Requesting…',
  badDate: 'Enter the date as 2026-11-21 or 21NOV.',
  badTime: 'Enter the time as 1045 or 10:45, in UTC.',
  dateMissing: 'Add the date of departure, or clear the time.',
  timeMissing: 'Add the time of departure, or clear the date.',
  clear: 'Clear form',
  forProfile: (name: string) => `For ${name}.`,
  enough: 'Origin and destination are enough; the rest is optional.',
  needsIdentity: 'A client certificate is needed before a kit can be requested.',
  needsProfile: 'A service profile is needed before a kit can be requested.',
  goToSetup: 'Set it up',
  error: 'Error',
  warning: 'Warning',
  recent: 'Recent',
  recentLabel: (trip: string, key: number) => `Fill in ${trip} again (Alt+${key})`,
  pasted: (fields: string) => `Taken from the flight plan: ${fields}.`,
  pastedUndo: 'Undo',
  pastedFields: {
    flight: 'flight',
    origin: 'origin',
    destination: 'destination',
    alternates: 'alternates',
    route: 'route',
    date: 'date',
    time: 'time',
  },
};

export const track = {
  title: 'Track by kit ID',
  intro: 'Follow kits that somebody else requested. Paste one kit ID per line.',
  field: 'Kit IDs, one per line',
  submit: (count: number) => (count > 1 ? `Track ${count} kits` : 'Track kit'),
  empty: 'Paste at least one kit ID.',
  tooMany: (max: number) => `At most ${max} at once. Track the rest afterwards.`,
  tooLong: (line: number) => `Line ${line} is too long to be a kit ID.`,
  duplicates: (count: number) =>
    `${plural(count, 'line that occurs twice is', 'lines that occur twice are')} sent once.`,
};
