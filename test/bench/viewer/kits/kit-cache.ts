import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { KIT_VERSION, type KitPlan, writeSyntheticKit } from './synthetic-kits.ts';

/** Where kits and builds of the bench are kept between runs. */
export const benchCache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'trip-kit-bench');

/** The kit's file: from the cache, or made now. */
export function cachedKit(plan: KitPlan): string {
  const file = join(benchCache, `kit-${plan.name}-${plan.seed}-v${KIT_VERSION}.pdf`);
  if (existsSync(file)) return file;
  mkdirSync(benchCache, { recursive: true });
  writeSyntheticKit(`${file}.${process.pid}`, plan);
  renameSync(`${file}.${process.pid}`, file);
  return file;
}
