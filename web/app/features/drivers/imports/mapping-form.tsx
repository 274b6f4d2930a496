import {
  DAY_ORDER_LABELS,
  DAY_ORDERS,
  DRIVER_LINE_LABELS,
  type DriverImport,
  type DriverLineField,
  driverLineList,
  mapDriverImport,
  NAME_ORDER_LABELS,
  NAME_ORDERS,
  PLANS,
} from '@banbo/contract';
import { Button, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { columnChoices, lineChoices } from '~/components/table-import/column-choices.ts';
import styles from '~/components/table-import/table-import.module.css';
import { call } from '~/lib/api.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { refreshReads } from '~/lib/query-client.ts';
import { useIdentifications, useNationalities } from '../registration/use-lookups.ts';
import { driverImportQuery } from './import-queries.ts';
import { checkMapping, hasDays, mappingOf, valuesOf } from './mapping-values.ts';

const CHOOSE = { value: '', label: 'Choose…' };
const NONE = { value: '', label: 'None' };

const NEEDED: readonly DriverLineField[] = ['car_number', 'mobile_number'];

const GROUPS: readonly { legend: string; fields: readonly DriverLineField[] }[] = [
  {
    legend: 'Name, car and mobile number, which every line needs',
    fields: ['last_name', 'first_name', 'middle_name', 'full_name', 'car_number', 'mobile_number'],
  },
  {
    legend: 'Person and membership',
    fields: [
      ...(['gender', 'date_of_birth', 'nationality', 'marital_status', 'identification_type', 'id_number'] as const),
      ...(['date_issued', 'plan', 'registered_on'] as const),
    ],
  },
  {
    legend: 'Contact, next of kin and reference person',
    fields: [
      ...(['email', 'spouse_mobile_number', 'gps_address', 'next_of_kin', 'kin_mobile_number'] as const),
      ...(['kin_relationship', 'reference_person', 'reference_mobile_number'] as const),
    ],
  },
];

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={styles.words}>
      <legend>{legend}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  );
}

const choicesOf = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));

/** Asks which column of a list is what, with the suggestion filled in, and what holds where a line says nothing. */
export function MappingForm({ list }: { list: DriverImport }) {
  const queries = useQueryClient();
  const nationalities = useNationalities();
  const identifications = useIdentifications();
  const form = useForm({ initial: valuesOf(list), check: checkMapping });
  const { values } = form;
  const columns = columnChoices(list.head, values.header_line);
  const submit = form.submit(async (values) => {
    const answer = await call(mapDriverImport, { params: { id: list.id }, body: mappingOf(values) });
    queries.setQueryData(driverImportQuery(list.id).queryKey, answer.driver_import);
    await refreshReads(driverLineList.page);
    form.reset(values);
  });
  return (
    <form className={styles.mapping} onSubmit={submit} noValidate aria-label="Columns of the list">
      {list.is_remembered && list.mapping === null && (
        <p className={styles.soft}>The columns are chosen as for the last list with these column names.</p>
      )}
      <div className={styles.fields}>
        <NativeSelect label="Column names" data={lineChoices(list.head)} {...form.input('header_line')} />
        {hasDays(values) && (
          <NativeSelect
            label="Days"
            data={[CHOOSE, ...DAY_ORDERS.map((order) => ({ value: order, label: DAY_ORDER_LABELS[order] }))]}
            {...form.input('day_order')}
          />
        )}
        {values.full_name !== '' && (
          <NativeSelect
            label="Full names"
            data={NAME_ORDERS.map((order) => ({ value: order, label: NAME_ORDER_LABELS[order] }))}
            {...form.input('name_order')}
          />
        )}
      </div>
      {GROUPS.map(({ legend, fields }) => (
        <Group key={legend} legend={legend}>
          {fields.map((field) => (
            <NativeSelect
              key={field}
              label={DRIVER_LINE_LABELS[field]}
              data={[NEEDED.includes(field) ? CHOOSE : NONE, ...columns]}
              {...form.input(field)}
            />
          ))}
        </Group>
      ))}
      {values.registered_on !== '' && (
        <p className={styles.soft}>
          Fees are due from the month of registering on: leave that column out where those of before are not kept here.
        </p>
      )}
      <Group legend="Where a line says nothing">
        <NativeSelect
          label="Usual nationality"
          data={[NONE, ...choicesOf(nationalities.choices)]}
          {...form.input('default_nationality')}
        />
        <NativeSelect
          label="Usual ID type"
          data={[NONE, ...choicesOf(identifications.choices)]}
          {...form.input('default_identification_type')}
        />
        <NativeSelect
          label="Usual plan"
          data={[NONE, ...PLANS.map(({ slug, name }) => ({ value: slug, label: name }))]}
          {...form.input('default_plan')}
        />
      </Group>
      <div>
        <Button type="submit" loading={form.isBusy} {...(list.mapping && { variant: 'default' })}>
          {list.mapping ? 'Check again' : 'Check the lines'}
        </Button>
      </div>
    </form>
  );
}
