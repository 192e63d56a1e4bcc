/**
 * What the demo service thinks of a trip (interface, message codes; publicly-known.md, "Errors"). Flaws of form are
 * refused on the request itself; coverage and unusable routes are accepted and show at get-PDF.
 */
import { z } from 'zod';

/** One Message of the interface. */
export interface DemoMessage {
  code: string;
  type: 'Warning' | 'Info' | 'Error';
  message: string;
}

/** The body of the request operation, as far as the demo service takes it. */
export const requestBody = z.strictObject({
  company: z.string(),
  origin: z.string().default(''),
  destination: z.string().default(''),
  route: z.string().optional(),
  alternates: z.array(z.string()).optional(),
  flight: z.string().optional(),
  departure: z.string().optional(),
});

/** A trip that was accepted, codes in upper case. */
export interface DemoTrip {
  origin: string;
  destination: string;
  alternates: string[];
  route: string;
  flight: string;
  /** ISO 8601 UTC, or empty. */
  departure: string;
}

/** Airports outside the customer's coverage: 201 as origin, 203 as alternate. */
export const airportsNotCovered: readonly string[] = ['VQPR', 'UHPP', 'OPSD'];
/** Route points that exist more than once: Warning 205. */
export const ambiguousPoints: readonly string[] = ['BRAVO', 'ECHO', 'SIERA'];
/** A point that makes an accepted route unusable: an error at get-PDF with a code that the interface does not list. */
export const unusablePoint = 'NOWAY';

const airport = /^[A-Z]{4}$/;
const routeToken =
  /^[A-Z0-9]{1,7}(\/[A-Z0-9]{4,12})?$|^\d{2,4}[NS]\d{3,5}[EW](\/[A-Z0-9]{4,12})?$|^[A-Z0-9]{8,11}$/;

/** The points, airways and DCTs of a route in space or dot notation. */
export function routeTokens(route: string): string[] {
  return route
    .toUpperCase()
    .split(/[\s.]+/)
    .filter((token) => token !== '');
}

function error(code: string, message: string): DemoMessage {
  return { code, type: 'Error', message };
}

/** Takes a request body apart: a trip, or the messages of a 400. */
export function readTrip(
  body: unknown,
  company_name: string,
): { trip: DemoTrip } | { messages: DemoMessage[] } {
  const parsed = requestBody.safeParse(body);
  if (!parsed.success) {
    const messages = parsed.error.issues.map((issue) =>
      error('100', `Invalid request: ${issue.path.join('.') || 'body'}: ${issue.message}`),
    );
    return { messages };
  }
  const {
    company,
    origin,
    destination,
    alternates = [],
    route = '',
    flight = '',
    departure = '',
  } = parsed.data;
  const messages: DemoMessage[] = [];
  if (company !== company_name) messages.push(error('101', 'The company is not known.'));
  for (const [code, name, value] of [
    ['102', 'origin', origin],
    ['103', 'destination', destination],
  ] as const) {
    if (value === '') messages.push(error(code, `The ${name} is required.`));
    else if (!airport.test(value))
      messages.push(error(code, `The ${name} is not an ICAO location indicator.`));
  }
  for (const alternate of alternates) {
    if (!airport.test(alternate)) {
      messages.push(error('104', 'An alternate is not an ICAO location indicator.'));
    }
  }
  const malformed = routeTokens(route).find((token) => !routeToken.test(token));
  if (malformed !== undefined) messages.push(error('105', 'The route is malformed.'));
  if (messages.length > 0) return { messages };
  return { trip: { origin, destination, alternates, route: route.toUpperCase(), flight, departure } };
}

/** The errors that get-PDF answers with 400 for an accepted trip; empty where the kit can be generated. */
export function generationErrors(trip: DemoTrip): DemoMessage[] {
  const messages: DemoMessage[] = [];
  if (airportsNotCovered.includes(trip.origin)) {
    messages.push(error('201', `Origin ${trip.origin} is not in the customer's coverage.`));
  }
  for (const alternate of trip.alternates.filter((code) => airportsNotCovered.includes(code))) {
    messages.push(error('203', `Alternate ${alternate} is not in the customer's coverage.`));
  }
  if (routeTokens(trip.route).includes(unusablePoint)) {
    messages.push(error('207', `The route cannot be used at ${unusablePoint}.`));
  }
  return messages;
}

/** The warnings that come with the 200. */
export function generationWarnings(trip: DemoTrip): DemoMessage[] {
  const ambiguous = routeTokens(trip.route).filter((token) => ambiguousPoints.includes(token));
  if (ambiguous.length === 0) return [];
  const message = `Route points with multiple matches: ${ambiguous.join(', ')}. The closest route points were selected.`;
  return [{ code: '205', type: 'Warning', message }];
}
