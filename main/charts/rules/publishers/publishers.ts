import { aip } from './aip.ts';
import { briefing } from './briefing.ts';
import { faa } from './faa.ts';
import { jeppesen } from './jeppesen.ts';
import { lido } from './lido.ts';
import { plain } from './plain.ts';
import type { Publisher } from './publisher.ts';

/**
 * In the order in which a page is offered to them: the first that knows it reads it. Briefings come before publications,
 * whose words they quote, and Lido's, whose flight plans name the same house.
 */
export const publishers: readonly Publisher[] = [faa, jeppesen, briefing, lido, aip, plain];
