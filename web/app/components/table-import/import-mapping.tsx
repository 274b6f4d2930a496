import { DAY_ORDER_LABELS, eachField, type FileLine, type ImportRecord, MISSING_COLUMN } from '@banbo/contract';
import { Button, Fieldset, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { call } from '~/lib/api/api.ts';
import { queryClient, read, refreshReads } from '~/lib/api/query-client.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { usePageKey } from '~/lib/use-page-key.ts';
import { DateField } from '../form/date-field.tsx';
import type { ImportScreens } from './imports-page.tsx';

/** The mapping in its form: columns by their numbers as text, empty for none. */
export type MappingValues = Readonly<Record<string, string>>;
type Choice = { value: string; label: string };

/** Characters of a cell that a choice shows. */
const SHOWN = 24;

const CHOOSE = { value: '', label: 'Choose…' };
export const NO_CHOICE = { value: '', label: 'None' };

export const choicesFrom = (labels: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const short = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** The columns of a file by their names, each with its first value. */
const columnChoices = (head: readonly FileLine[], headerLine: string): Choice[] => {
  const names = head.find(({ line }) => String(line) === headerLine)?.cells ?? [];
  const first = head.find(({ line }) => line > Number(headerLine))?.cells ?? [];
  return names.map((name, column) => {
    const example = first[column] ? `, as ${short(first[column])}` : '';
    return { value: String(column), label: `${short(name) || `Column ${column + 1}`}${example}` };
  });
};

type MappingForm = {
  values: MappingValues;
  /** Asks for a part of the mapping that is none of the columns. */
  choice: (name: string, label: string, choices: readonly Choice[]) => ReactNode;
  /** Asks for the line of the column names, and for the order of days if a column has some. */
  general: ReactNode;
  day: (name: string, label: string) => ReactNode;
  text: (name: string, label: string) => ReactNode;
  column: (field: string) => ReactNode;
};

type Props = {
  of: ImportScreens;
  record: ImportRecord;
  /** Finds problems beside columns and an order of days that are missing. */
  check?: (values: MappingValues) => Record<string, string>;
  /** Parts of the mapping that are no column, by what the form has. */
  further?: (values: MappingValues) => object;
  children: (form: MappingForm) => ReactNode;
};

/** Asks for the columns of a file, with the suggestion filled in, and has the lines judged. */
export function ImportMapping({ of, record, check, further, children }: Props) {
  const { map, show, lines, thing, noun, fields } = of.imports;
  const { labels, needed, days } = fields;
  const { mapping, head } = record;
  const from = Object.entries<unknown>(mapping ?? record.suggestion);
  const hasDays = (values: MappingValues): boolean =>
    days.some((field) => needed.includes(field) || values[field] !== '');
  const form = useForm<MappingValues>({
    initial: Object.fromEntries(
      from.filter(([, value]) => !Array.isArray(value)).map(([name, value]) => [name, String(value ?? '')]),
    ),
    check: (values) => ({
      ...check?.(values),
      ...Object.fromEntries(needed.filter((field) => values[field] === '').map((field) => [field, MISSING_COLUMN])),
      ...(hasDays(values) && values.day_order === '' && { day_order: 'Please say which comes first in its days.' }),
    }),
  });
  const { values } = form;
  const own = useRef<HTMLFormElement>(null);
  usePageKey(['c'], () => void own.current?.requestSubmit(), 'Check the lines');
  const submit = form.submit(async (given) => {
    const body = {
      ...given,
      ...eachField(labels, (field) => (given[field] === '' ? null : Number(given[field]))),
      header_line: Number(given.header_line),
      day_order: given.day_order || 'dmy',
      ...further?.(given),
    };
    const params = { id: record.id };
    const answer = await call(map, { params, body });
    queryClient.setQueryData(read(show, { params }).queryKey, answer[noun] as ImportRecord);
    await refreshReads(lines.page);
    form.reset(given);
  });
  const columns = columnChoices(head, values.header_line ?? '');
  const choice: MappingForm['choice'] = (name, label, choices) => (
    <NativeSelect key={name} label={label} data={[...choices]} {...form.input(name)} />
  );
  const day: MappingForm['day'] = (name, label) => <DateField key={name} label={label} {...form.input(name)} />;
  const text: MappingForm['text'] = (name, label) => <TextInput key={name} label={label} {...form.input(name)} />;
  const firstLines = head.map(({ line, cells }) => ({
    value: String(line),
    label: `Line ${line}: ${short(cells.filter((cell) => cell !== '').join(', '))}`,
  }));
  const general = [
    choice('header_line', 'Column names', firstLines),
    hasDays(values) && choice('day_order', 'Days', [CHOOSE, ...choicesFrom(DAY_ORDER_LABELS)]),
  ];
  const column = (field: string): ReactNode =>
    choice(field, labels[field] ?? '', [needed.includes(field) ? CHOOSE : NO_CHOICE, ...columns]);
  return (
    <form ref={own} onSubmit={submit} noValidate aria-label={`Columns of the ${thing}`}>
      <Stack pt="md">
        {record.is_remembered && mapping === null && (
          <p className="soft">The columns are chosen as for the last {thing} with these column names.</p>
        )}
        {children({ values, choice, day, text, general, column })}
        <div>
          <Button type="submit" loading={form.isBusy} {...(mapping && { variant: 'default' })}>
            {mapping ? 'Check again' : 'Check the lines'}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** Fields side by side, as many as have room. */
export const MappingFields = ({ children }: { children: ReactNode }) => (
  <SimpleGrid minColWidth="min(15rem, 100%)" spacing="md" verticalSpacing="sm">
    {children}
  </SimpleGrid>
);

export const MappingGroup = ({ legend, note, children }: { legend: string; note?: ReactNode; children: ReactNode }) => (
  <Fieldset variant="unstyled" mx={0} legend={<Text fw={600}>{legend}</Text>}>
    {note && (
      <Text className="soft" mb="xs">
        {note}
      </Text>
    )}
    <MappingFields>{children}</MappingFields>
  </Fieldset>
);
