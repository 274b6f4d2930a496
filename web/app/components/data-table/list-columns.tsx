import {
  formatDay,
  formatInstant,
  formatPhone,
  groupThousands,
  type ListColumn,
  type RowOf,
  type ShownList,
  shownName,
} from '@banbo/contract';
import type { ReactNode } from 'react';
import { TransactionName } from '../payments/transaction-name.tsx';
import type { Column } from './data-table.tsx';

type Layout<Row> = Partial<Omit<Column<Row>, 'sort'>>;

/** A column of the list's definition by its key with its layout, or a column of the table alone. */
export type ShownColumn<L extends ShownList> =
  | ({ key: L['columns'][number]['key'] } & Layout<RowOf<L>>)
  | (Column<RowOf<L>> & { key?: never });

const NOTHING = '–';

/** A value as people read it. */
const shown = <Row,>({ kind, value }: ListColumn<Row>, row: Row): ReactNode => {
  const content = value(row);
  if (content === null || content === '') return NOTHING;
  if (kind === 'money') return groupThousands(String(content));
  if (kind === 'number') return Number(content).toLocaleString('en-GB');
  if (kind === 'day') return formatDay(String(content));
  if (kind === 'instant') return formatInstant(String(content));
  if (kind === 'transaction') return <TransactionName id={String(content)} />;
  if (kind === 'name') return shownName(String(content));
  return kind === 'phone' ? formatPhone(String(content)) : content;
};

/** A table's columns; names, formats and sorts come from the list's definition. */
export const tableColumns = <L extends ShownList>(list: L, columns: readonly ShownColumn<L>[]): Column<RowOf<L>>[] =>
  columns.map((column) => {
    if (column.key === undefined) return column as Column<RowOf<L>>;
    const { key, ...layout } = column;
    const defined = list.columns.find((one) => one.key === key) as ListColumn<RowOf<L>> | undefined;
    if (!defined) throw new Error(`The list ${list.name} has no column ${String(key)}`);
    const { header, kind, sort } = defined;
    return {
      header,
      cell: (row) => shown(defined, row),
      ...(sort !== undefined && { sort }),
      ...((kind === 'money' || kind === 'number') && { align: 'end' as const }),
      ...layout,
    };
  });
