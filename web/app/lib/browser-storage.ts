/** True for a record with texts under these names. A stored value may be another version's. */
export const hasTexts = <Name extends string>(kept: unknown, names: readonly Name[]): kept is Record<Name, string> => {
  const record: Partial<Record<Name, unknown>> = Object(kept?.valueOf());
  return names.every((name) => typeof record[name] === 'string');
};

/** Runs work that the page can do without: the browser may forbid storing, or be full. */
export const bestEffort = (work: () => void): void => {
  try {
    work();
  } catch {
    // The value then lasts as long as the page.
  }
};

export const DAY_MS = 86_400_000;

/** Days that drafts and queued forms stay on a phone, which may be shared. */
export const KEPT_DAYS = 30;
export const KEPT_MS = KEPT_DAYS * DAY_MS;
