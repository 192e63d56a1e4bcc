/** Names of airports for the look-up while typing. Names only: what the service covers, it alone decides. Pure. */

export interface Airport {
  icao: string;
  /** Three letters, or empty. */
  iata: string;
  /** ISO 3166-1, two letters. */
  country: string;
  name: string;
  city: string;
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

/** The airports of one text (build/airports.ts writes it). Lines that are none are left out. */
export class AirportIndex {
  readonly #entries: readonly Entry[];
  readonly #byIcao: ReadonlyMap<string, Airport>;

  constructor(text: string) {
    this.#entries = text.split('\n').flatMap((line) => {
      const [icao, iata, country, name, city, size] = line.split('\t');
      if (!icao || iata === undefined || !country || !name || city === undefined) return [];
      const words = fold(`${city} ${name} ${country}`).replace(/[^\p{L}\p{N}]+/gu, ' ');
      const weight = size === 'L' ? 0 : iata ? 0.3 : 0.6;
      return [{ airport: { icao, iata, country, name, city }, city: fold(city), words: ` ${words}`, weight }];
    });
    this.#byIcao = new Map(this.#entries.map(({ airport }) => [airport.icao, airport]));
  }

  get size(): number {
    return this.#entries.length;
  }

  /** The airport of an ICAO location indicator; null where the list does not know it, which says nothing of coverage. */
  get(icao: string): Airport | null {
    return this.#byIcao.get(icao.trim().toUpperCase()) ?? null;
  }

  /** Airports for what was typed, the likeliest first (rankOf). */
  find(typed: string, limit: number): Airport[] {
    const query = fold(typed).trim();
    if (query === '') return [];
    const code = query.toUpperCase();
    const words = query.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    const ranked = this.#entries.flatMap((entry) => {
      const rank = rankOf(entry, code, query, words);
      return rank === null ? [] : [{ rank, airport: entry.airport }];
    });
    ranked.sort((a, b) => a.rank - b.rank || (a.airport.icao < b.airport.icao ? -1 : 1));
    return ranked.slice(0, limit).map(({ airport }) => airport);
  }
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
