/**
 * The steps that bring a personal database from any earlier version to this one, a file a concern. Step n (from 0) leads
 * from `user_version` n to n + 1. A step that has shipped is never changed or moved: what it got wrong is put right by a
 * further step at the end.
 */
import { actsSchema } from './activity-schema.ts';
import { marksSchema } from './marks-schema.ts';
import { ordersSchema } from './orders-schema.ts';
import { placesSchema } from './places-schema.ts';

export const personalMigrations: readonly string[] = [placesSchema, marksSchema, actsSchema, ordersSchema];
