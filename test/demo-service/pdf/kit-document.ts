/** A whole trip-kit document: plans its pages from the trip and draws them one by one. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import type { DemoTrip } from '../trip-rules.ts';
import { airacAt } from './airac.ts';
import { airportOf } from './airport.ts';
import { airportDiagram } from './airport-diagram.ts';
import { approachChart } from './approach-chart.ts';
import { registerFonts, sheet } from './canvas.ts';
import { contentsPage } from './contents.ts';
import { cover } from './cover.ts';
import { enrouteStrip } from './enroute-strip.ts';
import type { PageContext } from './frame.ts';
import { type PlannedPage, planPages } from './page-plan.ts';
import { procedureChart } from './procedure-chart.ts';
import { flightSummary, noticesPage } from './text-pages.ts';

/** What a document is made from; the same spec gives the same bytes. */
export interface KitSpec {
  trip: DemoTrip;
  company_name: string;
  /** ms since 1970 UTC: decides dates and AIRAC cycle. */
  day: number;
  /** When the document says that it was made, ms since 1970 UTC; `day` if absent. */
  made?: number;
  /** Null: 20 to 400, by the trip. */
  pages_max: number | null;
}

function draw(context: PageContext, { subject }: PlannedPage, pages: readonly PlannedPage[]): void {
  switch (subject.kind) {
    case 'cover':
      cover(context);
      break;
    case 'contents':
      contentsPage(context, pages, subject.part);
      break;
    case 'summary':
      flightSummary(context);
      break;
    case 'enroute':
      enrouteStrip(context, subject.part, pages.filter((page) => page.subject.kind === 'enroute').length);
      break;
    case 'diagram':
      airportDiagram(context, airportOf(subject.icao), subject.index);
      break;
    case 'procedure':
      procedureChart(context, airportOf(subject.icao), subject.index, subject.procedure);
      break;
    case 'approach':
      approachChart(context, airportOf(subject.icao), subject.index, subject.approach);
      break;
    case 'notices':
      noticesPage(context, subject.icao, subject.part);
      break;
  }
}

/** Draws the kit into `file`; resolves with its number of pages. Rejects where the file can't be written. */
export async function writeKit(spec: KitSpec, file: string): Promise<number> {
  const { trip, company_name, day } = spec;
  const made = new Date(spec.made ?? day);
  const pages = planPages(trip, spec.pages_max);
  const title = `Trip kit ${trip.flight || company_name} ${trip.origin}-${trip.destination}`;
  const doc = new PDFDocument({
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: company_name, CreationDate: made, ModDate: made },
  });
  registerFonts(doc);
  const out = createWriteStream(file);
  const written = finished(out);
  doc.pipe(out);
  let section: { name: string; item: PDFKit.PDFOutline } | undefined;
  for (const [index, page] of pages.entries()) {
    doc.addPage({ size: [sheet.width, sheet.height], margin: 0 });
    doc.addNamedDestination(page.destination);
    if (page.section === null) doc.outline.addItem(page.title);
    else {
      if (section?.name !== page.section) {
        section = { name: page.section, item: doc.outline.addItem(page.section) };
      }
      section.item.addItem(page.title);
    }
    const context = {
      doc,
      trip,
      company_name,
      day,
      cycle: airacAt(day),
      number: index + 1,
      total: pages.length,
    };
    draw(context, page, pages);
    // Lets finished pages go to the file before the next one is drawn.
    if (out.writableNeedDrain) await Promise.race([once(out, 'drain'), written]);
  }
  doc.end();
  await written;
  return pages.length;
}
