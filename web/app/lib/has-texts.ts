/**
 * True for a record with texts under all of these names. A browser's stored value may be another version's, or missing.
 */
export const hasTexts = <Name extends string>(kept: unknown, names: readonly Name[]): kept is Record<Name, string> => {
  const record: Partial<Record<Name, unknown>> = Object(kept?.valueOf());
  return names.every((name) => typeof record[name] === 'string');
};
