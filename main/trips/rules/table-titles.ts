/** What the titles of a table's columns mean, in the languages of crews, and which clock they name. Pure. */

/** The possible meanings of a column. `date` and a time are the departure in two columns; `date` is of the clock of its time. */
export const meanings = [
  'origin',
  'destination',
  'alternates',
  'route',
  'flight',
  'departure',
  'localDeparture',
  'date',
  'time',
  'localTime',
] as const;
export type Meaning = (typeof meanings)[number];

/** UTC, or the local time of the origin. */
export type Clock = 'utc' | 'local';

/** `pair`: both airports in one cell. `unsaid`: a time of departure, of a clock that the title has to name. */
type Kind = 'origin' | 'destination' | 'alternates' | 'route' | 'flight' | When | 'pair';
type When = 'departure' | 'date' | 'time' | 'unsaid';

export interface Title {
  kind: Kind;
  /** The clock that the title names; null if it names none. */
  clock: Clock | null;
  /** Whether it is the scheduled time, which counts before an estimated one. */
  isScheduled: boolean;
  /** Whether its word is one of leaving or arriving, whose values may be airports or times: `Abflug`. */
  isOpen: boolean;
}

/** Words for leaving and arriving: with an airport's word beside them they are places, with a clock times. */
const LEAVING = 'dep departure depart abflug ab salida partenza vertrek partida saida avgang wylot odlot';
const ARRIVING = 'arr arrival ankunft an arrivee llegada arrivo aankomst chegada ankomst przylot';

/**
 * Titles in English, German, French, Spanish, Italian, Dutch, Portuguese, Swedish and Polish: folded, joined, without the words below.
 * Of several kinds the first one counts.
 */
const TITLES: readonly (readonly [Kind, string])[] = [
  ['departure', 'departure departuredatetime departuretime off'],
  [
    'date',
    'date day departuredate depdate dof eobd dateflight dateofflight flightdate opdate datum flugdatum abflugdatum tag datevol datedepart jour fecha fechavuelo fechasalida dia data datavolo datapartenza giorno vluchtdatum vertrekdatum dag datavoo datapartida flygdatum avgangsdatum datalotu datawylotu dzien',
  ],
  ['time', 'time std etd eobt obt deptime stdtime etdtime scheddep scheddeptime'],
  [
    'unsaid',
    'takeoff blockoff offblock offblocks abflugzeit startzeit zeit uhrzeit heure heuredepart hora horasalida horapartida horasaida ora orapartenza tijd vertrektijd tid avgangstid godzina godzinaodlotu godzinawylotu czas czasodlotu czaswylotu',
  ],
  [
    'origin',
    `origin orig org from adep depairport departureairport departureaerodrome depicao depstn von van de da desde origen origine origem provenance fran z skad startflughafen abflughafen ${LEAVING}`,
  ],
  [
    'destination',
    `destination dest dst to ades arrairport arrivalairport arricao arrstn nach naar a vers para hasta till do ziel zielort zielflughafen ankunftsflughafen destino destinazione bestemming cel ${ARRIVING}`,
  ],
  [
    'alternates',
    'alternates alternate altn alt alternateairports altns destaltn ausweich ausweichflughafen degagement alternativo alternativos alternato alternati uitwijk uitwijkhaven zapasowe',
  ],
  ['route', 'route rte item15 atcroute'],
  [
    'flight',
    'flight flightnumber flightno flightnr flightnum flt fltno fltnr fltnum flightid callsign acid arcid number flug flugnr flugnummer vol nvol numerovol vuelo nvuelo numerovuelo volo nvolo numerovolo vlucht vluchtnr vluchtnummer voo nvoo numerovoo flyg flygnr flygnummer flightnummer lot nrlotu numerlotu rejs nrrejsu',
  ],
  [
    'pair',
    'routing sector leg citypair airports pair strecke flugstrecke trajet tramo tratta traject trecho stracka trasa',
  ],
];

const setOf = (words: string) => new Set(words.split(' '));
const KINDS = new Map(
  [...TITLES]
    .reverse()
    .flatMap(([kind, words]) => words.split(' ').map((word): [string, Kind] => [word, kind])),
);
const LEAVES = setOf(LEAVING);
const ARRIVES = setOf(ARRIVING);
const CLOCKS: Readonly<Record<Clock, ReadonlySet<string>>> = {
  utc: setOf('utc gmt z zulu'),
  local: setOf(
    'lt l lcl lmt loc local locale locales locais lokal lokale lokaal lokalt lokalny lokalna lokalnie lokalnego miejscowy miejscowego plaatselijk plaatselijke ortszeit lokalzeit',
  ),
};
/** Of these a title may consist alone: they name no place. */
const CLOCKS_ALONE = setOf('utc gmt zulu lt lcl lmt ortszeit lokalzeit');
/** Words for times in sentences. */
const TIMES = setOf(
  'time times zeit zeiten uhrzeit uhrzeiten abflugzeit abflugzeiten ortszeit lokalzeit heure heures horaire horaires hora horas horario horarios ora ore orari orario tijd tijden tid tider czas czasy godziny std etd',
);
const PLACES = setOf(
  'airport airports apt arpt ap station stn icao iata code aerodrome ad flughafen aeroport aeropuerto aeroporto luchthaven flygplats lotnisko',
);
const FILLERS = setOf('de du d da do di des del della dello la le of');
/** Longest title, UTF-16 code units. */
const MAX_TITLE = 100;
const GLUED = /^(?:(.{3,}?)(utc|gmt|zulu|z|local|lcl|lt|ortszeit)|local(.{3,}))$/;

/** A table has the same cells again and again. */
const MAX_KNOWN = 5000;
const knownTitles = new Map<string, Title | null>();

/** What a title says; null if it is not known. Titles of arrivals by the clock are not known, as they are not used. */
export function titleOf(title: string): Title | null {
  let found = knownTitles.get(title);
  if (found === undefined) {
    found = title === '' || title.length > MAX_TITLE ? null : readTitle(title);
    if (knownTitles.size >= MAX_KNOWN) knownTitles.clear();
    knownTitles.set(title, found);
  }
  return found;
}

function readTitle(title: string): Title | null {
  const words = folded(title.replace(/([a-z])([A-Z])/g, '$1 $2')).match(/[a-z0-9]+/g) ?? [];
  const clock = words.length === 1 && !CLOCKS_ALONE.has(words[0] ?? '') ? null : clockIn(words);
  const rest = clock === null ? words : words.filter((word) => !CLOCKS[clock].has(word));
  if (rest.length === 0) return clock && { kind: 'time', clock, isScheduled: false, isOpen: false };
  const plain = rest.length === 1 ? rest : rest.filter((word) => !FILLERS.has(word));
  const isPlace = plain.length > 1 && plain.some((word) => PLACES.has(word));
  const name = plain.filter((word) => plain.length === 1 || !PLACES.has(word)).join('');
  const glued = clock === null && !KINDS.has(name) ? GLUED.exec(name) : null;
  const said = clock ?? (glued && (CLOCKS.utc.has(glued[2] ?? '') ? 'utc' : 'local'));
  return kindOf(glued?.[1] ?? glued?.[3] ?? name, said, isPlace);
}

function kindOf(name: string, clock: Clock | null, isPlace: boolean): Title | null {
  const kind = KINDS.get(name);
  if (kind === undefined) return null;
  const title = (of: Kind) => ({
    kind: of,
    clock,
    isScheduled: name.startsWith('std'),
    isOpen: !isPlace && (LEAVES.has(name) || ARRIVES.has(name)),
  });
  if (isPlace && LEAVES.has(name)) return title('origin');
  if (isPlace && ARRIVES.has(name)) return title('destination');
  if (clock === null) return title(kind);
  // "Dep" alone is a place; with a clock it is a time, and "Arr" is that of the arrival.
  if (LEAVES.has(name)) return title('departure');
  return isWhen(kind) ? title(kind === 'unsaid' ? 'time' : kind) : null;
}

/** Whether a kind is of the departure's date or time. */
export function isWhen(kind: Kind): kind is When {
  return kind === 'departure' || kind === 'date' || kind === 'time' || kind === 'unsaid';
}

/** The clock that words name; null for none, or for both. */
function clockIn(words: readonly string[]): Clock | null {
  const [utc, local] = [CLOCKS.utc, CLOCKS.local].map((names) => words.some((word) => names.has(word)));
  return utc === local ? null : utc ? 'utc' : 'local';
}

/**
 * The clock that a row of words beside a table names for its times, `All times LT`, `Outbound (LT)`; null for none, or for both. Without
 * brackets and a word for times LT is a country, and "local" anything.
 */
export function clockOfWords(text: string): Clock | null {
  const words = folded(text).match(/[a-z]+/g) ?? [];
  const bracketed = /[([]\s*([a-z]{2,})\s*[)\]]/.exec(folded(text))?.[1] ?? '';
  const isOfTimes =
    words.some((word) => TIMES.has(word)) ||
    words.every((word) => CLOCKS_ALONE.has(word)) ||
    CLOCKS_ALONE.has(bracketed);
  // A single letter is too short for a sentence.
  return isOfTimes ? clockIn(words.filter((word) => word.length > 1)) : null;
}

/** Lower case without accents. */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o');
}
