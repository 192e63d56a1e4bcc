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
  readonly #byIcao: ReadonlyMap<string, { airport: Airport; large: boolean }>;
  /** Made when names are first looked for: most windows only ask for codes. */
  #entries: readonly Entry[] | null = null;

  constructor(text: string) {
    const [head = '', ...lines] = text.split('\n');
    const zones = head.split(' ');
    this.#byIcao = new Map(
      lines.flatMap((line) => {
        const [icao, iata, country, name, city, size, zone = ''] = line.split('\t');
        if (!icao || iata === undefined || !country || !name || city === undefined) return [];
        const airport = { icao, iata, country, name, city, zone: zones[Number.parseInt(zone, 36)] || null };
        return [[icao, { airport, large: size === 'L' }]];
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

  /** Airports for what was typed, the likeliest first (rankOf). */
  find(typed: string, limit: number): Airport[] {
    const query = fold(typed).trim();
    if (query === '') return [];
    const code = query.toUpperCase();
    const words = query.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    this.#entries ??= [...this.#byIcao.values()].map(entryOf);
    const ranked = this.#entries.flatMap((entry) => {
      const rank = rankOf(entry, code, query, words);
      return rank === null ? [] : [{ rank, airport: entry.airport }];
    });
    ranked.sort((a, b) => a.rank - b.rank || (a.airport.icao < b.airport.icao ? -1 : 1));
    return ranked.slice(0, limit).map(({ airport }) => airport);
  }
}

function entryOf({ airport, large }: { airport: Airport; large: boolean }): Entry {
  const { city, name, country, iata } = airport;
  const words = fold(`${city} ${name} ${country}`).replace(/[^\p{L}\p{N}]+/gu, ' ');
  return { airport, city: fold(city), words: ` ${words}`, weight: large ? 0 : iata ? 0.3 : 0.6 };
}

/** By ICAO code, IATA code, beginnings of the code, of the city, of all words. 0 is best; null where it does not fit. */
function rankOf(
  { airport, city, words, weight }: Entry,
  code: string,
  query: string,
  typed: readonly string[],
): number | null {
  if (airport.icao === code) return 0;
  if (airport.iata === code) return 1;
  if (airport.icao.startsWith(code)) return 2 + weight;
  if (city === query) return 3 + weight;
  if (city.startsWith(query)) return 4 + weight;
  if (typed.length > 0 && typed.every((word) => words.includes(` ${word}`))) return 5 + weight;
  return null;
}
