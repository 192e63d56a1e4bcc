/**
 * Reads what a person pastes: a filed flight plan message (ICAO Doc 4444, appendix 3, "FPL") or a route with its airports
 * around it. What is understood fills the form; nothing is refused. Pure.
 */

/** What was understood; absent keys were not in the text. */
export interface FlightPlan {
  kind: 'message' | 'route';
  flight?: string;
  origin?: string;
  destination?: string;
  alternates?: string[];
  /** Item 15: speed, level and route. */
  route?: string;
  /** YYYY-MM-DD, UTC; only where the message names it (`DOF/`). */
  date?: string;
  /** HH:MM, UTC. */
  time?: string;
}

const INDICATOR = /^[A-Z]{4}$/;
/** Indicators that stand for "no location indicator" and "filed in the air". */
const NO_AIRPORTS = new Set(['ZZZZ', 'AFIL']);
const SPEED_LEVEL = /^(?:[NK]\d{4}|M\d{3})(?:[FA]\d{3}|[SM]\d{4}|VFR)$/;
/** Far beyond any flight plan; UTF-16 code units. */
const MAX_TEXT = 20_000;

/** Null where the text is neither: it stays as it was pasted. */
export function readFlightPlan(pasted: string): FlightPlan | null {
  const text = pasted.slice(0, MAX_TEXT).toUpperCase();
  return readMessage(text) ?? readRoute(text);
}

/** `(FPL-KLM511-IS -B77W/H-SDE2/LB1 -EHAM1045 -N0490F350 … -KJFK0750 KBOS -DOF/261121 …)`: items 7 to 18. */
function readMessage(text: string): FlightPlan | null {
  const body = /\(?\s*FPL\s*-([^)]*)/.exec(text)?.[1];
  if (body === undefined) return null;
  const items = body.split('-').map((item) => item.replace(/\s+/g, ' ').trim());
  // Departure is the first item that is an aerodrome and a time; route and destination follow it.
  const at = items.findIndex((item, index) => index > 0 && /^[A-Z]{4}\d{4}$/.test(item));
  if (at < 0) return null;
  const plan: FlightPlan = { kind: 'message' };
  const flight = items[0] ?? '';
  if (/^[A-Z0-9]{2,7}$/.test(flight)) plan.flight = flight;
  const departure = items[at] ?? '';
  if (!NO_AIRPORTS.has(departure.slice(0, 4))) plan.origin = departure.slice(0, 4);
  const time = readTime(departure.slice(4));
  if (time) plan.time = time;
  const route = items[at + 1] ?? '';
  if (route) plan.route = route;
  const [destination = '', ...alternates] = (items[at + 2] ?? '').split(' ');
  const aim = /^([A-Z]{4})(?:\d{4})?$/.exec(destination)?.[1];
  if (aim && !NO_AIRPORTS.has(aim)) plan.destination = aim;
  const listed = alternates.filter((code) => INDICATOR.test(code) && !NO_AIRPORTS.has(code));
  if (listed.length > 0) plan.alternates = listed;
  const date = readDate(/\bDOF\/(\d{6})\b/.exec(items.slice(at + 3).join('-'))?.[1]);
  if (date) plan.date = date;
  return plan;
}

/** `EHAM/18L N0450F370 GORLO2Z GORLO … KJFK`: a route between two airports, which are taken out of it. */
function readRoute(text: string): FlightPlan | null {
  const words = text.trim().split(/\s+/);
  const airport = (word: string | undefined) => /^([A-Z]{4})(?:\/\w{2,3})?$/.exec(word ?? '')?.[1];
  const origin = airport(words[0]);
  const destination = airport(words.at(-1));
  // Two words only are an origin and a destination: a pair of four-letter points is no route anybody pastes.
  if (!origin || !destination || words.length < 2) return null;
  if (NO_AIRPORTS.has(origin) || NO_AIRPORTS.has(destination)) return null;
  const inner = words.slice(1, -1);
  const looksLikeRoute = inner.some((word) => word === 'DCT' || SPEED_LEVEL.test(word) || /\d/.test(word));
  if (inner.length > 0 && !looksLikeRoute) return null;
  return { kind: 'route', origin, destination, ...(inner.length > 0 ? { route: inner.join(' ') } : {}) };
}

function readTime(digits: string): string | null {
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  return hours < 24 && minutes < 60 ? `${digits.slice(0, 2)}:${digits.slice(2)}` : null;
}

/** YYMMDD as YYYY-MM-DD; null where that is no day. */
function readDate(digits: string | undefined): string | null {
  if (digits === undefined) return null;
  const date = `20${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4)}`;
  const ms = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date) ? date : null;
}
