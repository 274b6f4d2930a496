import type { FileLine } from '@banbo/contract';

type Choice = { value: string; label: string };

/** Characters of a cell that a choice shows. */
const SHOWN = 24;

const short = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** A column's number as the value of its choice; empty for none. */
export const columnText = (column: number | null): string => (column === null ? '' : String(column));

/** The column of a choice; null for none. */
export const chosenColumn = (value: string): number | null => (value === '' ? null : Number(value));

/** The columns of a file by their names in a line, each with its first value below. */
export const columnChoices = (head: readonly FileLine[], headerLine: string): Choice[] => {
  const names = head.find(({ line }) => String(line) === headerLine)?.cells ?? [];
  const first = head.find(({ line }) => line > Number(headerLine))?.cells ?? [];
  return names.map((name, column) => {
    const example = first[column] ? `, as ${short(first[column])}` : '';
    return { value: String(column), label: `${short(name) || `Column ${column + 1}`}${example}` };
  });
};

/** The first lines of a file, of which one has the column names. */
export const lineChoices = (head: readonly FileLine[]): Choice[] =>
  head.map(({ line, cells }) => ({
    value: String(line),
    label: `Line ${line}: ${short(cells.filter((cell) => cell !== '').join(', '))}`,
  }));
