/** A name and its value; `code`: written as a code. A fact without a value is left out. */
export type Fact = readonly [name: string, value: string | null | undefined, look?: 'code'];

/** A list of names and values. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value, look]) =>
        value ? (
          <div key={name} className="facts__pair">
            <dt>{name}</dt>
            <dd className={look}>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
