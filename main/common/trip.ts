/** A request for a flight, as a person or a script enters it. Empty optional fields are absent. */
export interface Trip {
  /** ICAO location indicator. */
  origin: string;
  /** ICAO location indicator. */
  destination: string;
  /** ICAO location indicators. */
  alternates?: string[];
  /** ICAO item 15 or dot notation. */
  route?: string;
  /** Aircraft identification, for example KLM511. */
  flight?: string;
  /** ISO 8601 in UTC. */
  departure?: string;
  /** Registration, crew and remarks of a spreadsheet, on one line. Kept and shown on this laptop; no request has them. */
  remarks?: string;
}

/** The trip without its remarks, which may name people, and which no request has. */
export function withoutRemarks({ remarks: _, ...trip }: Trip): Trip {
  return trip;
}

/** A trip as it is named; what is not known is null or absent. */
type Named = Pick<Trip, 'origin' | 'destination'> & { flight?: string | null; departure?: string | null };

/** A trip on one line: `KLM511 EHAM-EGLL 2026-11-21T10:45:00Z`, without what is not known. */
export function tripLine({ flight, origin, destination, departure }: Named): string {
  return [flight, `${origin}-${destination}`, departure].filter(Boolean).join(' ');
}

/** The name of a trip in a sentence: `EGLL to KJFK, BAW117`. */
export function tripName({ origin, destination, flight }: Named): string {
  return [`${origin} to ${destination}`, flight].filter(Boolean).join(', ');
}
