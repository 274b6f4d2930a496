import {
  DAY_ORDER_LABELS,
  DAY_ORDERS,
  mapStatement,
  NEEDED_STATEMENT_FIELDS,
  STATEMENT_FIELD_LABELS,
  STATEMENT_FIELDS,
  STATEMENT_MODE_LABELS,
  STATEMENT_MODES,
  type Statement,
  statementLineList,
} from '@banbo/contract';
import { Button, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '~/lib/api.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { DirectionWords } from './direction-words.tsx';
import { checkMapping, mappingOf, valuesOf } from './mapping-values.ts';
import { statementQuery } from './statement-queries.ts';
import styles from './statements.module.css';

const NEEDED: readonly string[] = NEEDED_STATEMENT_FIELDS;
const CHOOSE = { value: '', label: 'Choose…' };
const NONE = { value: '', label: 'None' };
/** Characters of a cell that a choice shows. */
const SHOWN = 24;

const short = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** The columns of the file by their names in a line, each with its first value below. */
const columnChoices = ({ head }: Statement, headerLine: string) => {
  const names = head.find(({ line }) => String(line) === headerLine)?.cells ?? [];
  const first = head.find(({ line }) => line > Number(headerLine))?.cells ?? [];
  return names.map((name, column) => {
    const example = first[column] ? `, as ${short(first[column])}` : '';
    return { value: String(column), label: `${short(name) || `Column ${column + 1}`}${example}` };
  });
};

/** Asks which column of a statement is what, with the suggestion filled in. */
export function MappingForm({ statement }: { statement: Statement }) {
  const queries = useQueryClient();
  const [directions, setDirections] = useState((statement.mapping ?? statement.suggestion).directions);
  const form = useForm({ initial: valuesOf(statement), check: checkMapping });
  const columns = columnChoices(statement, form.values.header_line);
  const submit = form.submit(async (values) => {
    const answer = await call(mapStatement, { params: { id: statement.id }, body: mappingOf(values, directions) });
    queries.setQueryData(statementQuery(statement.id).queryKey, answer.statement);
    await queries.invalidateQueries({ queryKey: [statementLineList.name] });
    form.reset(values);
  });
  const lines = statement.head.map(({ line, cells }) => ({
    value: String(line),
    label: `Line ${line}: ${short(cells.filter((cell) => cell !== '').join(', '))}`,
  }));
  return (
    <form className={styles.mapping} onSubmit={submit} noValidate aria-label="Columns of the statement">
      {statement.is_remembered && statement.mapping === null && (
        <p className={styles.soft}>The columns are chosen as for the last statement with these column names.</p>
      )}
      <div className={styles.fields}>
        <NativeSelect
          label="Account"
          data={STATEMENT_MODES.map((mode) => ({ value: mode, label: STATEMENT_MODE_LABELS[mode] }))}
          {...form.input('mode')}
        />
        <NativeSelect label="Column names" data={lines} {...form.input('header_line')} />
        <NativeSelect
          label="Days"
          data={[CHOOSE, ...DAY_ORDERS.map((order) => ({ value: order, label: DAY_ORDER_LABELS[order] }))]}
          {...form.input('day_order')}
        />
        {STATEMENT_FIELDS.map((field) => (
          <NativeSelect
            key={field}
            label={STATEMENT_FIELD_LABELS[field]}
            data={[NEEDED.includes(field) ? CHOOSE : NONE, ...columns]}
            {...form.input(field)}
          />
        ))}
      </div>
      {form.values.direction !== '' && (
        <DirectionWords words={statement.unknown_directions} directions={directions} onChange={setDirections} />
      )}
      <div>
        <Button type="submit" loading={form.isBusy} {...(statement.mapping && { variant: 'default' })}>
          {statement.mapping ? 'Check again' : 'Check the lines'}
        </Button>
      </div>
    </form>
  );
}
