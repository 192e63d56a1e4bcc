/** Words of airports and times. LT is the field’s own word for the local time of an airport. */
import { plural } from '../design/words.ts';

export const airportWords = {
  list: 'Airports',
  /** The list is community data: it never decides what the service covers. */
  namesOnly: 'Names only, not coverage. OurAirports.',
  known: (name: string, city: string, country: string) =>
    `${name}${city && !name.includes(city) ? `, ${city}` : ''} (${country})`,
  unknown: (code: string) =>
    `No name is known here for ${code}. That says nothing of your airline’s coverage: check the letters, and send it if they are right.`,
  found: (count: number) => `${plural(count, 'airport', 'airports')}, use the arrow keys`,
};

export const timeWords = {
  local: (time: string, place: string) => `${time} LT ${place}`,
  /** It is another day there than in UTC; the days stand before LT, so that nobody reads an offset to UTC. */
  localShift: (time: string, days: number, place: string) =>
    `${time} ${days > 0 ? '+' : '−'}${Math.abs(days)} LT ${place}`,
  localDate: (date: string, time: string, place: string) => `${date} ${time} LT ${place}`,
  /** UTC first. */
  both: (utc: string, local: string) => `${utc} (${local})`,
};
