/** The order of versions (Semantic Versioning 2.0.0), for updates and for release notes. Pure. */

const VERSION =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z.-]+)?$/;

/** The numbers of a version, and the parts after its hyphen: none for a final one. Null if the text is not a version. */
export function versionParts(version: string): { numbers: string[]; pre: string[] } | null {
  const found = VERSION.exec(version.slice(0, 200));
  return found && { numbers: found.slice(1, 4), pre: found[4]?.split('.') ?? [] };
}

/** Below 0 if `a` is older, 0 for the same rank (item 11); null if one of them is not a version. */
export function compareVersions(a: string, b: string): number | null {
  const [left, right] = [versionParts(a), versionParts(b)];
  if (left === null || right === null) return null;
  for (const [index, number] of left.numbers.entries()) {
    const order = compareNumbers(number, right.numbers[index] ?? '0');
    if (order !== 0) return order;
  }
  // The version without parts after the hyphen is the final one.
  if (left.pre.length === 0 || right.pre.length === 0) return right.pre.length - left.pre.length;
  for (const [index, one] of left.pre.entries()) {
    const other = right.pre[index];
    if (other === undefined) return 1;
    const order = compareIdentifiers(one, other);
    if (order !== 0) return order;
  }
  return left.pre.length - right.pre.length;
}

/** Numbers of any length, written without leading zeros. */
function compareNumbers(a: string, b: string): number {
  return a.length - b.length || compareTexts(a, b);
}

function compareIdentifiers(a: string, b: string): number {
  const [left, right] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (left && right) return compareNumbers(a, b);
  return left === right ? compareTexts(a, b) : left ? -1 : 1;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
