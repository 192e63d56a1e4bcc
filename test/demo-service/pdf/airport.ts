/** Airports of the demonstration: a few real names, and for every other indicator one made up from its letters. */
import { type Random, seeded, seedOf } from '../random.ts';

export interface Runway {
  /** Designators of both ends, for example 07L and 25R. */
  low: string;
  high: string;
  /** Magnetic, degrees, of the lower designator's direction. */
  heading: number;
  length_ft: number;
  width_ft: number;
  /** Middle, ft from the airport's reference point: east and north. */
  east: number;
  north: number;
}

export interface Frequency {
  name: string;
  mhz: string;
}

export interface Airport {
  icao: string;
  name: string;
  city: string;
  latitude: number;
  longitude: number;
  elevation_ft: number;
  /** Degrees, east positive. */
  variation: number;
  runways: [Runway, ...Runway[]];
  frequencies: Frequency[];
}

type Known = [name: string, city: string, lat: number, lon: number, elevation: number, variation: number];

const known: Record<string, Known> = {
  KDEN: ['Denver Intl', 'Denver, Colorado', 39.862, -104.673, 5434, 8],
  KLAX: ['Los Angeles Intl', 'Los Angeles, California', 33.943, -118.408, 128, 12],
  KONT: ['Ontario Intl', 'Ontario, California', 34.056, -117.601, 944, 11],
  KSFO: ['San Francisco Intl', 'San Francisco, California', 37.619, -122.375, 13, 13],
  KJFK: ['John F Kennedy Intl', 'New York, New York', 40.64, -73.779, 13, -13],
  KORD: ["Chicago O'Hare Intl", 'Chicago, Illinois', 41.977, -87.908, 680, -4],
  KSEA: ['Seattle-Tacoma Intl', 'Seattle, Washington', 47.45, -122.312, 433, 15],
  KLAS: ['Harry Reid Intl', 'Las Vegas, Nevada', 36.08, -115.152, 2181, 11],
  EDDF: ['Frankfurt/Main', 'Frankfurt, Germany', 50.033, 8.571, 364, 4],
  EDDM: ['Munich', 'Munich, Germany', 48.354, 11.786, 1487, 4],
  EGLL: ['Heathrow', 'London, United Kingdom', 51.478, -0.461, 83, 1],
  EGKK: ['Gatwick', 'London, United Kingdom', 51.148, -0.19, 203, 1],
  EHAM: ['Schiphol', 'Amsterdam, Netherlands', 52.308, 4.764, -11, 2],
  EBBR: ['Brussels', 'Brussels, Belgium', 50.901, 4.484, 184, 2],
  LFPG: ['Charles de Gaulle', 'Paris, France', 49.01, 2.548, 392, 2],
  LSZH: ['Zurich', 'Zurich, Switzerland', 47.465, 8.549, 1416, 3],
  LOWW: ['Schwechat', 'Vienna, Austria', 48.11, 16.57, 600, 5],
  LEMD: ['Barajas', 'Madrid, Spain', 40.472, -3.561, 1998, 0],
  LIRF: ['Fiumicino', 'Rome, Italy', 41.8, 12.239, 15, 4],
  EKCH: ['Kastrup', 'Copenhagen, Denmark', 55.618, 12.656, 17, 5],
  OMDB: ['Dubai Intl', 'Dubai, United Arab Emirates', 25.253, 55.364, 62, 2],
  RJTT: ['Haneda', 'Tokyo, Japan', 35.553, 139.78, 35, -8],
  WSSS: ['Changi', 'Singapore', 1.359, 103.989, 22, 0],
  YSSY: ['Kingsford Smith', 'Sydney, Australia', -33.946, 151.177, 21, 13],
};

/** Designators, heading, length, and middle (east, north) where the layout is worth knowing again. */
const layouts: Record<string, [string, string, number, number, number, number][]> = {
  KDEN: [
    ['16R', '34L', 173, 16_000, -8200, 5200],
    ['16L', '34R', 173, 12_000, -5600, 5200],
    ['07', '25', 83, 12_000, -9800, -5600],
    ['17R', '35L', 173, 12_000, 5400, -5200],
    ['17L', '35R', 173, 12_000, 8000, -5200],
    ['08', '26', 83, 12_000, 9600, 5400],
  ],
  KLAX: [
    ['06L', '24R', 83, 8926, -1300, 2900],
    ['06R', '24L', 83, 10_885, -500, 2200],
    ['07L', '25R', 83, 12_923, 900, -1700],
    ['07R', '25L', 83, 11_095, 700, -2500],
  ],
  EDDF: [
    ['07L', '25R', 70, 9186, -6200, 4600],
    ['07C', '25C', 70, 13_123, 0, 0],
    ['07R', '25L', 70, 13_123, 500, -1700],
    ['18', '36', 180, 13_123, -6800, -6000],
  ],
  EGLL: [
    ['09L', '27R', 90, 12_799, -300, 2350],
    ['09R', '27L', 90, 12_008, 300, -2350],
  ],
};

function designator(heading: number): string {
  return String(Math.round(heading / 10) || 36).padStart(2, '0');
}

function inventRunways(random: Random): [Runway, ...Runway[]] {
  const heading = random.integer(1, 17) * 10 + random.integer(-3, 3);
  const count = random.integer(1, 3);
  const sides = [[''], ['L', 'R'], ['L', 'C', 'R']][count - 1] ?? [''];
  const opposite: Record<string, string> = { L: 'R', R: 'L', C: 'C', '': '' };
  const gap = random.integer(2600, 5200);
  const runways = sides.map((side, index): Runway => {
    const across = (index - (count - 1) / 2) * gap;
    const angle = ((heading + 90) * Math.PI) / 180;
    return {
      low: designator(heading) + side,
      high: designator(heading + 180) + (opposite[side] ?? ''),
      heading,
      length_ft: random.integer(78, 128) * 100,
      width_ft: random.pick([150, 197, 148]),
      east: Math.sin(angle) * across + random.integer(-900, 900),
      north: Math.cos(angle) * across + random.integer(-900, 900),
    };
  });
  const first = runways[0] as Runway;
  if (random.chance(0.45)) {
    const crossing = (heading + random.integer(45, 80)) % 180 || 10;
    runways.push({
      low: designator(crossing),
      high: designator(crossing + 180),
      heading: crossing,
      length_ft: random.integer(60, 90) * 100,
      width_ft: 150,
      east: random.integer(-2500, 2500),
      north: random.integer(-2500, 2500),
    });
  }
  return [first, ...runways.slice(1)];
}

function layoutOf(icao: string, random: Random): [Runway, ...Runway[]] {
  const layout = layouts[icao];
  if (!layout) return inventRunways(random);
  const runways = layout.map(
    ([low, high, heading, length_ft, east, north]): Runway => ({
      low,
      high,
      heading,
      length_ft,
      width_ft: length_ft > 12_500 ? 200 : 150,
      east,
      north,
    }),
  );
  return runways as [Runway, ...Runway[]];
}

/** The airport of a location indicator; the same one at every call. */
export function airportOf(icao: string): Airport {
  const random = seeded(seedOf(`airport ${icao}`));
  const [name, city, latitude, longitude, elevation_ft, variation] = known[icao] ?? [
    `${icao} Demonstration`,
    'Airport of the demonstration',
    random.between(-50, 60),
    random.between(-150, 150),
    random.integer(5, 2400),
    random.integer(-12, 12),
  ];
  const mhz = () => (118 + random.integer(0, 720) * 0.025).toFixed(3);
  const call = city.split(',')[0] ?? icao;
  return {
    icao,
    name,
    city,
    latitude,
    longitude,
    elevation_ft,
    variation,
    runways: layoutOf(icao, random),
    frequencies: [
      { name: 'ATIS', mhz: mhz() },
      { name: `${call} Clearance`, mhz: mhz() },
      { name: `${call} Ground`, mhz: mhz() },
      { name: `${call} Tower`, mhz: mhz() },
      { name: `${call} Approach`, mhz: mhz() },
    ],
  };
}

/** N39 51.7 W104 40.4 */
export function coordinates(latitude: number, longitude: number): string {
  const part = (value: number, width: number) => {
    const degrees = Math.floor(Math.abs(value));
    const minutes = (Math.abs(value) - degrees) * 60;
    return `${String(degrees).padStart(width, '0')} ${minutes.toFixed(1).padStart(4, '0')}`;
  };
  return `${latitude < 0 ? 'S' : 'N'}${part(latitude, 2)} ${longitude < 0 ? 'W' : 'E'}${part(longitude, 3)}`;
}

/** Great-circle distance, NM, and initial true track, degrees. */
export function greatCircle(from: Airport, to: Airport): { nm: number; track: number } {
  const rad = Math.PI / 180;
  const [la1, la2] = [from.latitude * rad, to.latitude * rad];
  const d = (to.longitude - from.longitude) * rad;
  const cosine = Math.sin(la1) * Math.sin(la2) + Math.cos(la1) * Math.cos(la2) * Math.cos(d);
  const nm = (Math.acos(Math.min(1, Math.max(-1, cosine))) * 3440.065) | 0;
  const y = Math.sin(d) * Math.cos(la2);
  const x = Math.cos(la1) * Math.sin(la2) - Math.sin(la1) * Math.cos(la2) * Math.cos(d);
  return { nm, track: (Math.round(Math.atan2(y, x) / rad) + 360) % 360 };
}
