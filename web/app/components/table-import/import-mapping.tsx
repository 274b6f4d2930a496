import { DAY_ORDER_LABELS, DAY_ORDERS, type FileLine, MISSING_COLUMN, type ShownList } from '@banbo/contract';
import { Button, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useForm } from '~/lib/form/use-form.ts';
import { queryClient, refreshReads } from '~/lib/query-client.ts';
import { ask, type ImportRecord, type ImportScreens, importQuery } from './import-screens.ts';
import styles from './table-import.module.css';

/** The mapping as its form has it: columns by their numbers as text, empty for none. */
export type MappingValues = Readonly<Record<string, string>>;
type Choice = { value: string; label: string };

/** Characters of a cell that a choice shows. */
const SHOWN = 24;

const CHOOSE = { value: '', label: 'Choose…' };
export const NO_CHOICE = { value: '', label: 'None' };

const short = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** The columns of a file by their names in a line, each with its first value below. */
const columnChoices = (head: readonly FileLine[], headerLine: string): Choice[] => {
  const names = head.find(({ line }) => String(line) === headerLine)?.cells ?? [];
  const first = head.find(({ line }) => line > Number(headerLine))?.cells ?? [];
  return names.map((name, column) => {
    const example = first[column] ? `, as ${short(first[column])}` : '';
    return { value: String(column), label: `${short(name) || `Column ${column + 1}`}${example}` };
  });
};

/** The first lines of a file, of which one has the column names. */
const lineChoices = (head: readonly FileLine[]): Choice[] =>
  head.map(({ line, cells }) => ({
    value: String(line),
    label: `Line ${line}: ${short(cells.filter((cell) => cell !== '').join(', '))}`,
  }));

type MappingForm = {
  values: MappingValues;
  input: ReturnType<typeof useForm<MappingValues>>['input'];
  /** Asks for the line of the column names, and for the order of days where a column of them is chosen. */
  general: ReactNode;
  /** Asks for the column of a field. */
  column: (field: string) => ReactNode;
};

type Props<Shown extends ImportRecord> = {
  of: ImportScreens<Shown>;
  record: Shown;
  lines: ShownList;
  /** Parts of the mapping beside the columns that are texts. */
  texts: readonly string[];
  /** Finds problems beside columns and an order of days that are missing. */
  check?: (values: MappingValues) => Record<string, string>;
  /** Parts of the mapping that the form does not have. */
  further?: object;
  children: (form: MappingForm) => ReactNode;
};

/** Asks which column of a file is what, with the suggestion filled in, and has the lines judged by it. */
export function ImportMapping<Shown extends ImportRecord>(props: Props<Shown>) {
  const { of, record, lines, texts, check, further, children } = props;
  const { imports, thing } = of;
  const { labels, needed, days } = imports.fields;
  const fields = Object.keys(labels);
  const { mapping, head } = record;
  const from = (mapping ?? record.suggestion) as Readonly<Record<string, unknown>>;
  const hasDays = (values: MappingValues): boolean =>
    days.some((field) => needed.includes(field) || values[field] !== '');
  const form = useForm<MappingValues>({
    initial: Object.fromEntries(
      [...fields, 'header_line', 'day_order', ...texts].map((name) => [name, String(from[name] ?? '')]),
    ),
    check: (values) => ({
      ...check?.(values),
      ...Object.fromEntries(needed.filter((field) => values[field] === '').map((field) => [field, MISSING_COLUMN])),
      ...(hasDays(values) && values.day_order === '' && { day_order: 'Please say which comes first in its days.' }),
    }),
  });
  const { values, input } = form;
  const submit = form.submit(async (given) => {
    const body = {
      ...given,
      ...Object.fromEntries(fields.map((field) => [field, given[field] === '' ? null : Number(given[field])])),
      header_line: Number(given.header_line),
      day_order: given.day_order || DAY_ORDERS[0],
      ...further,
    };
    const answer = await ask(imports.map, { params: { id: record.id }, body });
    const changed = (answer as Record<string, unknown>)[imports.noun] as Shown;
    queryClient.setQueryData(importQuery(of, record.id).queryKey, () => changed);
    await refreshReads(lines.page);
    form.reset(given);
  });
  const columns = columnChoices(head, values.header_line ?? '');
  const general = (
    <>
      <NativeSelect label="Column names" data={lineChoices(head)} {...input('header_line')} />
      {hasDays(values) && (
        <NativeSelect
          label="Days"
          data={[CHOOSE, ...DAY_ORDERS.map((order) => ({ value: order, label: DAY_ORDER_LABELS[order] }))]}
          {...input('day_order')}
        />
      )}
    </>
  );
  const column = (field: string): ReactNode => (
    <NativeSelect
      key={field}
      label={labels[field]}
      data={[needed.includes(field) ? CHOOSE : NO_CHOICE, ...columns]}
      {...input(field)}
    />
  );
  return (
    <form className={styles.mapping} onSubmit={submit} noValidate aria-label={`Columns of the ${thing}`}>
      {record.is_remembered && mapping === null && (
        <p className={styles.soft}>The columns are chosen as for the last {thing} with these column names.</p>
      )}
      {children({ values, input, general, column })}
      <div>
        <Button type="submit" loading={form.isBusy} {...(mapping && { variant: 'default' })}>
          {mapping ? 'Check again' : 'Check the lines'}
        </Button>
      </div>
    </form>
  );
}

/** Fields that belong together, under their name. */
export function MappingGroup({ legend, note, children }: { legend: string; note?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={styles.words}>
      <legend>{legend}</legend>
      {note && <p className={styles.soft}>{note}</p>}
      <div className={styles.fields}>{children}</div>
    </fieldset>
  );
}
