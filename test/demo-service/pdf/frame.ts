/** What stands on every page: the heading of a chart, the footer, the way back to the contents. */
import type { DemoTrip } from '../trip-rules.ts';
import { type AiracCycle, aviationDate } from './airac.ts';
import type { Airport } from './airport.ts';
import { type Box, type Doc, ink, line, sheet, text } from './canvas.ts';

/** A page that is being drawn, and the document it is in. */
export interface PageContext {
  doc: Doc;
  trip: DemoTrip;
  company_name: string;
  cycle: AiracCycle;
  /** ms since 1970 UTC: the flight's day. */
  day: number;
  number: number;
  total: number;
}

export const notice = 'NOT FOR NAVIGATION - demonstration data';
export const contentsDestination = 'contents';

/** The footer of every page but the cover's own. */
export function footer({ doc, cycle, number, total }: PageContext, light = false): void {
  const y = sheet.height - 24;
  const color = light ? ink.sky : ink.soft;
  line(
    doc,
    [
      { x: sheet.margin, y: y - 4 },
      { x: sheet.width - sheet.margin, y: y - 4 },
    ],
    0.5,
    light ? ink.steel : ink.rule,
  );
  const airac = `AIRAC ${cycle.number} · effective ${aviationDate(cycle.from)}`;
  text(doc, airac, { x: sheet.margin, y }, { size: 6.5, color });
  const middle = { x: sheet.width / 2, y };
  text(doc, notice, middle, { size: 6.5, bold: true, align: 'center', color: light ? '#ffb4ab' : ink.red });
  const right = { x: sheet.width - sheet.margin, y };
  text(doc, `${number} / ${total}`, right, { size: 6.5, bold: true, align: 'right', color });
}

/** The heading of a page of text; answers the y below it. */
export function pageHeading(context: PageContext, title: string, subtitle: string): number {
  const { doc, trip } = context;
  doc.rect(0, 0, sheet.width, 54).fill(ink.navy);
  doc.rect(0, 54, sheet.width, 2.5).fill(ink.amber);
  text(doc, title, { x: sheet.margin, y: 15 }, { size: 17, bold: true, color: ink.white });
  text(doc, subtitle, { x: sheet.margin, y: 36 }, { size: 8, color: ink.sky });
  const flight = trip.flight || `${trip.origin}-${trip.destination}`;
  text(
    doc,
    flight,
    { x: sheet.width - sheet.margin, y: 16 },
    { size: 12, bold: true, align: 'right', color: ink.white },
  );
  text(
    doc,
    `${trip.origin} - ${trip.destination} · ${aviationDate(context.day)}`,
    { x: sheet.width - sheet.margin, y: 35 },
    { size: 7.5, align: 'right', color: ink.sky },
  );
  footer(context);
  return 72;
}

/** The heading of a chart: indicator, place, index number, title; answers the box that is left for the chart. */
export function chartFrame(context: PageContext, airport: Airport, index: string, title: string): Box {
  const { doc, cycle } = context;
  const { margin, width, height } = sheet;
  const top = 22;
  doc.rect(margin, top, 66, 34).fill(ink.navy);
  text(
    doc,
    airport.icao,
    { x: margin + 33, y: top + 6 },
    { size: 15, bold: true, align: 'center', color: ink.white },
  );
  text(
    doc,
    index,
    { x: margin + 33, y: top + 23 },
    { size: 7, align: 'center', color: ink.amber, bold: true },
  );
  text(
    doc,
    airport.name.toUpperCase(),
    { x: margin + 74, y: top + 5 },
    { size: 11, bold: true, color: ink.navy },
  );
  text(doc, airport.city, { x: margin + 74, y: top + 20 }, { size: 7.5, color: ink.soft });
  const right = width - margin;
  text(doc, title, { x: right, y: top + 5 }, { size: 11, bold: true, align: 'right', color: ink.navy });
  const date = `${aviationDate(cycle.from)} · Contents`;
  text(doc, date, { x: right, y: top + 20 }, { size: 7.5, align: 'right', color: ink.steel });
  doc.goTo(right - 36, top + 18, 36, 11, contentsDestination);
  line(
    doc,
    [
      { x: margin, y: top + 36 },
      { x: right, y: top + 36 },
    ],
    1.4,
    ink.navy,
  );
  footer(context);
  return { x: margin, y: top + 41, width: width - margin * 2, height: height - 34 - (top + 41) };
}
