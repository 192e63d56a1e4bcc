/** Words of many flights at once. */
import { plural } from '../design/words.ts';

export const batchWords = {
  title: 'Many flights',
  open: 'Many flights…',
  back: 'Back to trip kits',
  intro:
    'Paste, choose or drop your flights: a spreadsheet (cells, CSV, Excel), a roster (iCalendar), a schedule (SSIM), flight plan messages (FPL, CHG, DLA, CNL) or an OFP. Nothing is sent before you have seen it.',
  paste: 'Paste your flights',
  pasteHint:
    'One flight a line, with or without a header, or the whole text of a roster, schedule or message.',
  example: 'Flight\tDate\tFrom\tTo\tSTD\nKLM511\t21NOV\tEHAM\tKJFK\t1045',
  read: 'Look at the flights',
  choose: 'Choose a file…',
  drop: 'or drop it anywhere in the window',
  reading: (name: string | null) => (name ? `Reading ${name}…` : 'Reading the flights…'),
  from: (name: string) => `From ${name}`,
  /** `what`: the file's name, or nothing of a pasted text. */
  readFailed: (what: string | null) =>
    what
      ? `${what} could not be read. Check that it is still there and that you may open it, then choose it again.`
      : 'The text could not be read. Paste it again, or choose the file.',
  fileTooLarge: (name: string) => `${name} is larger than 32 MB. Split it.`,
  oneAtATime: 'Not read: files are read one at a time. Drop it when this one is done.',
  replace: (name: string, count: number) =>
    `Read ${name}? ${plural(count, 'flight', 'flights')} in the table ${count === 1 ? 'was' : 'were'} not requested yet.`,
  replaceYes: 'Read it instead',
  replaceNo: 'Keep these',
  problems: {
    empty: 'No flights found. Paste the rows of your spreadsheet, with their header if you like.',
    quotes:
      'Its quotation marks don’t match, so the columns can’t be told apart. Correct the file, or paste the cells.',
    large: 'That is more than 5,000 flights at once, or no table of flights. Split it.',
  },
  meanings: {
    origin: 'Origin',
    destination: 'Destination',
    alternates: 'Alternates',
    route: 'Route',
    flight: 'Flight',
    departure: 'Departure (UTC)',
    localDeparture: 'Departure (local)',
    date: 'Date',
    time: 'Time (UTC)',
    localTime: 'Time (local)',
  },
  unused: 'Not used',
  columnMeaning: (column: number, title: string) =>
    title ? `Meaning of column ${column}, ${title}` : `Meaning of column ${column}`,
  firstRow: 'The first row is',
  firstHeader: 'a header',
  firstFlight: 'a flight',
  dateOrder: 'Dates in figures are',
  dateDayFirst: 'day, month (21/11)',
  dateMonthFirst: 'month, day (11/21)',
  dateOpen: 'not clear: choose',
  cell: (row: number, meaning: string) => `Row ${row}, ${meaning}`,
  include: (row: number) => `Send row ${row}`,
  stopped: 'It is sent once it is corrected.',
  row: 'Row',
  line: 'Line',
  rowNumber: (row: number) => `Row ${row}`,
  lineNumber: (line: number) => `Line ${line}`,
  inSheet: (sheet: string, place: string) => `${sheet}, ${place}`,
  sendColumn: 'Send',
  table: 'Flights to request',
  cellProblems: {
    date: 'Not a valid date. Enter it as 2026-11-21 or 21NOV.',
    time: 'Not a valid time. Enter it as 1045, or with its clock as 1045Z or 1045L.',
    dateMissing: 'The date is missing, or clear the time.',
    timeMissing: 'The time is missing, or clear the date.',
    dateOrder: 'Day and month could be swapped. Choose the order above the table, or write 21NOV.',
    zone: 'The time zone of the origin isn’t known. Enter the time in UTC, as 1045Z.',
  },
  /** What a cell stands for, and what is known of it. */
  fix: (from: string, to: string, name: string) => `${from} → ${to}, ${name}`,
  fixTo: (to: string) => `Use ${to}`,
  fixAll: (count: number) => `Convert ${plural(count, 'airport', 'airports')} to ICAO`,
  fixed: (count: number) => `${plural(count, 'airport is', 'airports are')} converted to ICAO codes.`,
  standingColumn: 'Since last time',
  groups: 'Groups of flights',
  groupNames: {
    all: 'All',
    new: 'New',
    changed: 'Changed',
    cancelled: 'Cancelled',
    same: 'Same',
    missing: 'Not in this file',
    notTaken: 'Not taken',
  },
  group: (name: string, count: number) => `${name} ${count}`,
  standings: { new: 'New', changed: 'Changed', cancelled: 'Cancelled', same: 'Same' },
  differs: (fields: string) => `Was ${fields}`,
  none: 'none',
  sameWhy: 'A kit for this flight is here or planned. Tick it to request it once more.',
  replacesPlanned: 'Its planned kit is replaced when you send it.',
  missingIntro:
    'Flights with a kit here, or a planned one, within the days of this file, that it does not name. They may be cancelled, or come from another file.',
  notTakenIntro: 'Lines that are no flight, or could not be read as one.',
  notTakenTable: 'Lines that were not taken',
  text: 'Text',
  why: 'Why',
  copy: 'Copy the list',
  copied: 'Copied.',
  copyFailed: 'The list could not be copied. Select it and press Ctrl+C.',
  actOf: (act: string, trip: string) => `${act}: ${trip}`,
  acts: { cancel: 'Cancel request', remove: 'Remove kit' },
  nothingHere: 'Nothing was requested for it.',
  actsDone: 'The kit is removed.',
  noTrips: 'There is no flight in it that can be requested. Below is why.',
  sameLeft: (count: number) => `${plural(count, 'is', 'are')} the same as before and not requested again.`,
  cancelledLeft: (count: number) => `${plural(count, 'is', 'are')} cancelled in the file.`,
  more: 'More flights…',
  twice: (row: number) => `The same flight as in row ${row}.`,
  noColumn: (meaning: string) => `No column is the ${meaning.toLowerCase()}. Choose it above its column.`,
  noClock: (title: string) =>
    `The times of “${title}” may be UTC or local. Choose above the column which they are.`,
  summary: (good: number, all: number) =>
    good === all
      ? `${plural(all, 'flight', 'flights')} ready to request.`
      : `${good} of ${plural(all, 'flight', 'flights')} ready to request; ${plural(all - good, 'needs a correction', 'need a correction')}.`,
  warnings: (count: number) =>
    count === 1
      ? '1 flight has a warning. It can still be requested.'
      : `${count} flights have a warning. They can still be requested.`,
  leftOut: (count: number) => `${plural(count, 'row is', 'rows are')} left out by you.`,
  nextProblem: 'Next correction',
  send: (count: number) => (count === 1 ? 'Request 1 kit' : `Request ${count} kits`),
  want: (count: number) => `Take ${plural(count, 'kit', 'kits')} from the shelf`,
  wanted: (count: number, shelf: string) =>
    `${plural(count, 'own flight', 'own flights')}: ${count === 1 ? 'its kit comes' : 'their kits come'} once a desk puts ${count === 1 ? 'it' : 'them'} on ${shelf}. Nothing is requested.`,
  sending: 'Requesting…',
  plan: (count: number) => (count === 1 ? 'Plan 1 kit' : `Plan ${count} kits`),
  when: 'When',
  now: 'Request now',
  before: (hours: number) => `${hours} h before departure`,
  planNeedsDeparture: (count: number) =>
    `${plural(count, 'flight has', 'flights have')} no departure to come, so there is no time before it. Add it, or request now.`,
  planned: (count: number) =>
    `${plural(count, 'kit is', 'kits are')} planned. Keep the app running: it requests them automatically.`,
  startOver: 'Start over',
  startOverTitle: 'Start over?',
  startOverText: 'What you pasted and corrected here is dropped. Kits that were requested stay.',
  startOverYes: 'Start over',
  keep: 'Keep it',
  result: 'Results',
  progress: (ready: number, all: number) => `${ready} of ${plural(all, 'kit', 'kits')} on this laptop`,
  waiting: (count: number) => `${count} on their way`,
  failed: (count: number) => `${count} failed`,
  decide: (count: number) => `${plural(count, 'needs', 'need')} your decision`,
  tryFailed: 'Try all failed again',
  gone: 'Removed',
  rest: (count: number) => `Back to the ${plural(count, 'flight', 'flights')} not sent`,
  export: 'Save as CSV…',
  exported: (file: string) => `Saved as ${file}.`,
  show: (kit: string) => `Show ${kit} in the library`,
  columns: {
    row: 'Row',
    flight: 'Flight',
    trip: 'Trip',
    departure: 'Departure (UTC)',
    state: 'State',
    tripkit_id: 'tripkit_id',
    requested: 'Requested (UTC)',
    reason: 'Reason',
    messages: 'Messages',
    bytes: 'Bytes',
    pages: 'Pages',
    sha256: 'SHA-256',
    dates: 'Dates',
  },
};

/** Why a table of flights can't be read. */
export type TableProblem = keyof typeof batchWords.problems;

/** What a column of it can mean. */
export type Meaning = keyof typeof batchWords.meanings;
