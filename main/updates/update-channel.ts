/** Decides which releases are offered on this computer. Pure. */
import { compareVersions as rankOf, versionParts } from './rules/versions.ts';

/** `stable`: final releases only. `beta`: prereleases, too. */
export type UpdateChannel = 'stable' | 'beta';

/** The names of the feed's files for each channel, in the order in which they are checked (docs/release.md). */
export const feedNames: Readonly<Record<UpdateChannel, readonly string[]>> = {
  stable: ['latest'],
  beta: ['latest', 'beta'],
};

/**
 * Whether a version is offered: it must be newer, and on the channel `stable` final, whatever is running. So a computer
 * that returns from `beta` keeps its version until there is a newer final one.
 *
 * @param facts `running`: the running version
 */
export function isOffered(
  version: string,
  { running, channel }: { running: string; channel: UpdateChannel },
): boolean {
  return compareVersions(version, running) > 0 && (channel === 'beta' || !isPrerelease(version));
}

/** Whether a version is a prerelease (Semantic Versioning 2.0.0, item 9). */
export function isPrerelease(version: string): boolean {
  return versionParts(version)?.pre.length !== 0;
}

/** The order of two versions: below 0 if `a` is older. A text that is not a version is older than every version. */
export function compareVersions(a: string, b: string): number {
  return rankOf(a, b) ?? Number(versionParts(a) !== null) - Number(versionParts(b) !== null);
}
