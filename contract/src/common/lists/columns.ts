/** How a value is shown, and which kind of cell it is in a spreadsheet. Money is text with two decimals, phones are E.164. */
export type CellKind = 'text' | 'number' | 'money' | 'day' | 'instant' | 'phone';

/** A column of a list, the same in the table and in an exported file. */
export type ListColumn<Row> = {
  /** Names the column to the table. */
  key: string;
  header: string;
  kind: CellKind;
  /** Null where the row has none. */
  value: (row: Row) => string | number | null;
  /** The sort, without its sign, that this column's header offers. */
  sort?: string;
  /** The kind that the sort's words are of, where the cells are of another. */
  sortedAs?: CellKind;
  /** The sort's own words, where those of its kind would not say it: upwards and downwards. */
  sortWords?: readonly [up: string, down: string];
};

/** Shorthand for a column whose value stands in the row under the column's own key. */
export const columnOf = <const Key extends string>(
  key: Key,
  header: string,
  kind: CellKind = 'text',
  more: { sort?: string } = {},
) => ({ key, header, kind, value: (row: { [K in Key]: string | number | null }) => row[key], ...more });
