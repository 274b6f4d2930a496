type Values = Record<string, unknown> | null;
type Changed = { before: Values; after: Values };

export type FieldChange = { field: string; before: string | null; after: string | null };

const inWords = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const valueIn = (record: Values, field: string): string | null =>
  record && field in record ? inWords(record[field]) : null;

/** The changes of an audit entry, field by field; null where there was nothing. */
export const changesOf = ({ before, after }: Changed): FieldChange[] => {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].map((field) => ({ field, before: valueIn(before, field), after: valueIn(after, field) }));
};

/** The changes in one line: `first_name: Ama → Yaa; email: empty → yaa@example.com`. */
export const changesText = (entry: Changed): string =>
  changesOf(entry)
    .map(({ field, before, after }) => {
      const sides = [before, after].filter((side) => side !== null).map((side) => side || 'empty');
      return `${field}: ${sides.join(' → ')}`;
    })
    .join('; ');
