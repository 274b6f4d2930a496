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
import { columnChoices, lineChoices } from '~/components/table-import/column-choices.ts';
import styles from '~/components/table-import/table-import.module.css';
import { call } from '~/lib/api.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { refreshReads } from '~/lib/query-client.ts';
import { DirectionWords } from './direction-words.tsx';
import { checkMapping, mappingOf, valuesOf } from './mapping-values.ts';
import { statementQuery } from './statement-queries.ts';

const NEEDED: readonly string[] = NEEDED_STATEMENT_FIELDS;
const CHOOSE = { value: '', label: 'Choose…' };
const NONE = { value: '', label: 'None' };
/** Asks which column of a statement is what, with the suggestion filled in. */
export function MappingForm({ statement }: { statement: Statement }) {
  const queries = useQueryClient();
  const [directions, setDirections] = useState((statement.mapping ?? statement.suggestion).directions);
  const form = useForm({ initial: valuesOf(statement), check: checkMapping });
  const columns = columnChoices(statement.head, form.values.header_line);
  const submit = form.submit(async (values) => {
    const answer = await call(mapStatement, { params: { id: statement.id }, body: mappingOf(values, directions) });
    queries.setQueryData(statementQuery(statement.id).queryKey, answer.statement);
    await refreshReads(statementLineList.page);
    form.reset(values);
  });
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
        <NativeSelect label="Column names" data={lineChoices(statement.head)} {...form.input('header_line')} />
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
