import type { CellKind, ShownList } from '@banbo/contract';

type Sorted = Pick<ShownList, 'sorts' | 'columns'>;

const nameOf = (sort: string): string => sort.replace(/^-/, '');

const WAYS: Readonly<Record<'time' | 'text' | 'number', readonly [up: string, down: string]>> = {
  time: ['the oldest first', 'the newest first'],
  text: ['A to Z', 'Z to A'],
  number: ['the least first', 'the most first'],
};

const wayOf = (kind: CellKind) => {
  if (kind === 'day' || kind === 'instant') return WAYS.time;
  return kind === 'text' || kind === 'phone' ? WAYS.text : WAYS.number;
};

/** A sort in words: `Payment Date, the newest first`. */
export const sortLabel = ({ columns }: Sorted, sort: string): string => {
  const column = columns.find((one) => one.sort === nameOf(sort));
  if (!column) return sort;
  const words = column.sortWords ?? wayOf(column.sortedAs ?? column.kind);
  return `${column.header}, ${words[sort.startsWith('-') ? 1 : 0]}`;
};

/** The sort that pressing a column's header asks for: turned around when it is the one that holds, and else its usual way. */
export const nextSort = ({ sorts }: Sorted, name: string, sort: string): string => {
  const ways = sorts.filter((one) => nameOf(one) === name);
  return ways.find((one) => one !== sort) ?? sort;
};
