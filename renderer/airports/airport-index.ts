/** Names and time zones of airports. What the service covers, it alone decides. Pure. */

export interface Airport {
  icao: string;
  /** Three letters, or empty. */
  iata: string;
  /** ISO 3166-1, two letters. */
  country: string;
  name: string;
  city: string;
  /** IANA time zone; null where its local time is in doubt. */
  zone: string | null;
}

interface Entry {
  airport: Airport;
  city: string;
  /** The words of name, city and country, folded, each with a space before it. */
  words: string;
  /** Of equal fit, the lower goes first: large airports, then those with scheduled traffic (an IATA code). */
  weight: number;
  /** Whether it is the one that most people mean by its city's name. */
  isMain: boolean;
}

/** How many texts are remembered with what they stand for. */
const MAX_RESOLVED = 5000;

/** `''`, or `L` and `M` of the list (build/airports.ts). */
type Size = string;

/** What a text that is no ICAO location indicator stands for. */
interface Resolved {
  airport: Airport;
  /** Whether the text can mean no other airport: its IATA code, its name, or the name of a city that has no second one of its size. */
  isSure: boolean;
}

/** Lower case without accents, so that `zurich` finds Zürich and `lodz` finds Łódź. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('đ', 'd')
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae');
}

/** The airports of one text; what stands in it, build/airports.ts says. Lines that are no airport are left out. */
export class AirportIndex {
  readonly #byIcao: ReadonlyMap<string, { airport: Airport; size: Size }>;
  /** Looking for a name passes over all airports, and a schedule has the same one in a thousand rows. */
  readonly #resolved = new Map<string, Resolved | null>();
  readonly #byIata = new Map<string, Airport>();
  /** Made when names are first looked for: most windows only ask for codes. */
  #entries: readonly Entry[] | null = null;

  constructor(text: string) {
    const [head = '', ...lines] = text.split('\n');
    const zones = head.split(' ');
    this.#byIcao = new Map(
      lines.flatMap((line) => {
        const [icao, iata, country, name, city, size = '', zone = ''] = line.split('\t');
        if (!icao || iata === undefined || !country || !name || city === undefined) return [];
        const airport = { icao, iata, country, name, city, zone: zones[Number.parseInt(zone, 36)] || null };
        if (iata !== '') this.#byIata.set(iata, airport);
        return [[icao, { airport, size }]];
      }),
    );
  }

  get size(): number {
    return this.#byIcao.size;
  }

  /** The airport of an ICAO location indicator; null where the list does not know it, which says nothing of coverage. */
  get(icao: string): Airport | null {
    return this.#byIcao.get(icao.trim().toUpperCase())?.airport ?? null;
  }

  /**
   * The airport that a text stands for that is no ICAO code of the list: `AMS`, `London Heathrow`, `Oslo`; null where none is found.
   */
  resolve(typed: string): Resolved | null {
    const text = typed.trim();
    let found = this.#resolved.get(text);
    if (found === undefined) {
      found = this.#resolve(text);
      if (this.#resolved.size >= MAX_RESOLVED) this.#resolved.clear();
      this.#resolved.set(text, found);
    }
    return found;
  }

  #resolve(text: string): Resolved | null {
    if (text === '' || this.get(text) !== null) return null;
    if (/^[A-Za-z]{3}$/.test(text)) {
      const airport = this.#byIata.get(text.toUpperCase());
      return airport ? { airport, isSure: true } : null;
    }
    // Shorter ones, and words with figures in them, are slips of the pen more often than names.
    if (text.length < 4 || /\d/.test(text)) return null;
    const [first, second] = this.#ranked(text);
    if (!first) return null;
    const { airport, city } = first.entry;
    const isCity = fold(text) === city && !(second && second.rank === first.rank);
    // Four letters may be a code that the list does not know.
    if (/^[A-Za-z]{4}$/.test(text)) return isCity ? { airport, isSure: false } : null;
    return { airport, isSure: isCity || fold(text) === fold(airport.name) };
  }

  /** Airports for what was typed, the likeliest first (rankOf). */
  find(typed: string, limit: number): Airport[] {
    return this.#ranked(typed)
      .slice(0, limit)
      .map(({ entry }) => entry.airport);
  }

  #ranked(typed: string): { rank: number; entry: Entry }[] {
    const query = fold(typed).trim();
    if (query === '') return [];
    const code = query.toUpperCase();
    const words = query.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    this.#entries ??= [...this.#byIcao.values()].map(entryOf);
    const ranked = this.#entries.flatMap((entry) => {
      const rank = rankOf(entry, code, query, words);
      return rank === null ? [] : [{ rank, entry }];
    });
    return ranked.sort((a, b) => a.rank - b.rank || (a.entry.airport.icao < b.entry.airport.icao ? -1 : 1));
  }
}

function entryOf({ airport, size }: { airport: Airport; size: Size }): Entry {
  const { city, name, country, iata } = airport;
  const words = fold(`${city} ${name} ${country}`).replace(/[^\p{L}\p{N}]+/gu, ' ');
  const weight = size !== '' ? 0 : iata ? 0.3 : 0.6;
  return { airport, city: fold(city), words: ` ${words}`, weight, isMain: size === 'M' };
}

/** After the codes that begin as typed, before every name: the airport that is meant by its city's name. */
const MAIN_RANK = 2.8;

/** By ICAO code, IATA code, beginnings of the code, of the city, of all words. 0 is best; null where it does not fit. */
function rankOf(
  { airport, city, words, weight, isMain }: Entry,
  code: string,
  query: string,
  typed: readonly string[],
): number | null {
  if (airport.icao === code) return 0;
  if (airport.iata === code) return 1;
  if (airport.icao.startsWith(code)) return 2 + weight;
  const fits = typed.length > 0 && typed.every((word) => words.includes(` ${word}`));
  if (isMain && fits) return MAIN_RANK;
  if (city === query) return 3 + weight;
  if (city.startsWith(query)) return 4 + weight;
  if (fits) return 5 + weight;
  return null;
}
