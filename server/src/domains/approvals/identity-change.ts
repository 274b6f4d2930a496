/** The parts of an identity in words, each with the fields that are it. */
export type IdentityParts = Readonly<Record<string, readonly string[]>>;

/** Days within which changes of one record's identity count together. */
const DAYS = 30;

/** The moment after which earlier changes count with one of now. */
export const identityCountsFrom = (now: Date): Date => new Date(now.getTime() - DAYS * 86_400_000);

const list = new Intl.ListFormat('en-GB');

/**
 * The sentence why a change of a record that has paid waits for another person, null where it need
 * not: with the earlier ones that count it changes two or more parts of the identity, by which the
 * payments of one person could become another's. Rule 10 of docs/product/approvals.md.
 */
export const whyIdentityWaits = (
  parts: IdentityParts,
  { now, before }: { now: readonly string[]; before: readonly string[] },
): string | null => {
  const named = (fields: readonly string[]) =>
    Object.keys(parts).filter((part) => parts[part]?.some((field) => fields.includes(field)));
  const changed = named([...now, ...before]);
  if (named(now).length === 0 || changed.length < 2) return null;
  return `It changes the ${list.format(changed)} of somebody who has paid, within ${DAYS} days.`;
};
