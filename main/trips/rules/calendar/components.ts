/** The lines and components of an iCalendar text (RFC 5545). Never throws: unreadable parts are reported. Pure. */
import { type NotTakenEvent, notTaken } from '../trip-file.ts';

export interface Property {
  /** In capitals. */
  name: string;
  /** By their names in capitals; several values are unchanged. */
  parameters: ReadonlyMap<string, string>;
  value: string;
  line: number;
}

export interface Component {
  /** In capitals: `VEVENT`. */
  name: string;
  /** The line of its BEGIN. */
  line: number;
  properties: Property[];
  components: Component[];
}

const MAX_DEPTH = 8;
/** Longest unfolded line, UTF-16 code units: a longer one is cut. */
const MAX_LINE = 100_000;

/** The outermost components, and the lines outside components. */
export function readComponents(text: string): { components: Component[]; problems: NotTakenEvent[] } {
  const components: Component[] = [];
  const problems: NotTakenEvent[] = [];
  const open: Component[] = [];
  let last = 1;
  for (const { line, text: content } of unfolded(text)) {
    last = line;
    const property = propertyOf(content, line);
    const within = open.at(-1);
    const named = property?.value.trim().toUpperCase() ?? '';
    if (property === null) problems.push(notTaken(line, content, 'This is no line of an iCalendar file.'));
    else if (property.name === 'BEGIN') {
      if (open.length >= MAX_DEPTH) problems.push(notTaken(line, content, 'This is nested too deeply.'));
      else open.push({ name: named, line, properties: [], components: [] });
    } else if (property.name === 'END') {
      const at = open.findLastIndex(({ name }) => name === named);
      if (at < 0) problems.push(notTaken(line, content, 'Nothing of this kind begins before it.'));
      else {
        for (const torn of open.splice(at + 1)) problems.push(unclosed(torn));
        const closed = open.pop();
        if (closed) (open.at(-1)?.components ?? components).push(closed);
      }
    } else if (within) within.properties.push(property);
    else problems.push(notTaken(line, content, 'This stands outside the calendar.'));
  }
  // Complete components inside a truncated calendar are still read.
  const calendar = open[0];
  for (const torn of open.slice(1)) problems.push(unclosed(torn));
  if (calendar?.name === 'VCALENDAR') {
    components.push(calendar);
    problems.push(
      notTaken(
        last,
        'END:VCALENDAR',
        'The file ends before its calendar does: it may be cut. Export it again.',
      ),
    );
  } else if (calendar) problems.push(unclosed(calendar));
  return { components, problems };
}

function unclosed(component: Component): NotTakenEvent {
  const text = textOf(component, 'SUMMARY') ?? `BEGIN:${component.name}`;
  return notTaken(component.line, text, 'This has no end: the file is damaged or cut. Export it again.');
}

/** Lines with their folded parts joined; empty ones are left out. */
function* unfolded(text: string): Iterable<{ line: number; text: string }> {
  let start = 1;
  let parts: string[] = [];
  let length = 0;
  let line = 0;
  for (const raw of text.split('\n')) {
    line += 1;
    if ((raw.startsWith(' ') || raw.startsWith('\t')) && parts.length > 0) {
      if (length < MAX_LINE) parts.push(raw.slice(1, MAX_LINE));
      length += raw.length;
      continue;
    }
    if (parts.length > 0) yield { line: start, text: parts.join('') };
    parts = raw.trim() === '' ? [] : [raw.slice(0, MAX_LINE)];
    start = line;
    length = raw.length;
  }
  if (parts.length > 0) yield { line: start, text: parts.join('') };
}

function propertyOf(text: string, line: number): Property | null {
  const pieces: string[] = [];
  let quoted = false;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === ';' || sign === ':')) {
      pieces.push(text.slice(from, at));
      from = at + 1;
      if (sign === ':') {
        const [name = '', ...parameters] = pieces;
        if (!/^[A-Za-z0-9-]+$/.test(name)) return null;
        return {
          name: name.toUpperCase(),
          parameters: new Map(parameters.map(parameterOf)),
          value: text.slice(from),
          line,
        };
      }
    }
  }
  return null;
}

function parameterOf(piece: string): [string, string] {
  const at = piece.indexOf('=');
  if (at < 0) return [piece.toUpperCase(), ''];
  return [piece.slice(0, at).toUpperCase(), piece.slice(at + 1).replaceAll('"', '')];
}

export function propertyNamed(component: Pick<Component, 'properties'>, name: string): Property | undefined {
  return component.properties.find((property) => property.name === name);
}

/** A text value, unescaped (RFC 5545, 3.3.11). */
export function textOf(component: Pick<Component, 'properties'>, name: string): string | null {
  const value = propertyNamed(component, name)?.value;
  return value === undefined
    ? null
    : value.replace(/\\([nN,;\\])/g, (_all, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));
}
