/** Which releases are offered on this computer. Pure. */
import { compareVersions as rankOf, versionParts } from './rules/versions.ts';

/** `stable`: final releases alone. `beta`: those before them, too. */
export type UpdateChannel = 'stable' | 'beta';

/** The names of the feed's files for each channel, the one that is asked first first (docs/release.md). */
export const feedNames: Readonly<Record<UpdateChannel, readonly string[]>> = {
  stable: ['latest'],
  beta: ['latest', 'beta'],
};

/**
 * Whether a version is offered: a newer one, and final on the channel `stable`, whatever runs there. So a computer that goes back
 * from `beta` keeps what it has until there is a newer final version.
 *
 * @param facts `running`: the version that runs
 */
export function isOffered(
  version: string,
  { running, channel }: { running: string; channel: UpdateChannel },
): boolean {
  return compareVersions(version, running) > 0 && (channel === 'beta' || !isPrerelease(version));
}

/** Whether a version is one for trying out (Semantic Versioning 2.0.0, item 9). */
export function isPrerelease(version: string): boolean {
  return versionParts(version)?.pre.length !== 0;
}

/** The order of two versions: below 0 where `a` is the older one. What is no version is older than every one. */
export function compareVersions(a: string, b: string): number {
  return rankOf(a, b) ?? Number(versionParts(a) !== null) - Number(versionParts(b) !== null);
}
