import { aip } from './aip.ts';
import { briefing } from './briefing.ts';
import { faa } from './faa.ts';
import { jeppesen } from './jeppesen.ts';
import { lido } from './lido.ts';
import { plain } from './plain.ts';
import type { Publisher } from './publisher.ts';

/**
 * In the order in which they are tried: the first that recognises a page reads it. Briefings come before publications,
 * whose words they quote, and before Lido's, whose flight plans name the same company.
 */
export const publishers: readonly Publisher[] = [faa, jeppesen, briefing, lido, aip, plain];
