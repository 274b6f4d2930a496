import {
  formatDay,
  formatInstant,
  formatPhone,
  fromPesewas,
  groupThousands,
  type ListColumn,
  type Site,
  shownName,
  toPesewas,
} from '@banbo/contract';
import { headOfPaper } from './drawing.ts';
import { tablePdf } from './table-pdf.ts';

/** A value of a list as people read it on paper. */
const cellText = <Row>({ kind, value }: ListColumn<Row>, row: Row): string => {
  const content = value(row);
  if (content === null || content === '') return '';
  if (kind === 'money') return groupThousands(String(content)).replace('−', '-');
  if (kind === 'number') return Number(content).toLocaleString('en-GB');
  if (kind === 'day') return formatDay(String(content));
  if (kind === 'instant') return formatInstant(String(content));
  if (kind === 'name') return shownName(String(content));
  return kind === 'phone' ? formatPhone(String(content)) : String(content);
};

type Listed<Row> = {
  title: string;
  /** Lines under the title: of whom and of which days it is. */
  about: readonly string[];
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  /** The keys of columns of money that the last row sums up. */
  summed?: readonly string[];
};

const sumRow = <Row>({ columns, rows, summed = [] }: Listed<Row>): string[] =>
  columns.slice(1).map((column) => {
    if (!summed.includes(column.key)) return '';
    const sum = rows.reduce((all, row) => all + toPesewas(String(column.value(row) ?? '0.00')), 0n);
    return groupThousands(fromPesewas(sum)).replace('−', '-');
  });

/** Rows of a list on A4 under the company's head, with a sum of its money. */
export const listPdf = <Row>(listed: Listed<Row>, { company, now }: { company: Site; now: Date }): Promise<Buffer> => {
  const { title, about, columns, rows, summed = [] } = listed;
  const [first, ...others] = columns;
  if (!first) throw new Error(`The list ${title} has no columns`);
  const made = `In Ghana cedis. Made ${formatInstant(now.toISOString())} GMT.`;
  return tablePdf({
    head: headOfPaper(company),
    title,
    lead: [...about, rows.length === 0 ? `${made} There is nothing to show.` : made].join('\n'),
    columns: [first.header, ...others.map(({ header }) => header)],
    texts: others.map(({ kind }) => kind !== 'money' && kind !== 'number'),
    rows: [
      ...rows.map((row) => ({
        ...{ name: cellText(first, row), depth: 0, look: 'plain' as const },
        cells: others.map((column) => cellText(column, row)),
      })),
      ...(rows.length > 0 && summed.length > 0
        ? [{ name: 'TOTAL', depth: 0, look: 'result' as const, cells: sumRow(listed) }]
        : []),
    ],
    made: now,
  });
};
