import { codeOfDescription, type PaymentType, paymentTypes, today } from '@banbo/contract';
import { Box, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { bodyOf, checkEntry, fieldsToFill, valuesOf } from '~/components/lookup/lookup-entry.ts';
import { LookupFields } from '~/components/lookup/lookup-fields.tsx';
import { Page } from '~/components/page/page.tsx';
import { RecordForm } from '~/components/record/record-form.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import type { FormValues } from '~/lib/form/use-form.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useBack } from '~/lib/session/last-page.ts';
import { paymentTypeLoading } from './payment-types.tsx';

const LIST = '/payment_types';

/** A new type is due from nobody. Its side must be chosen: the public form shows drivers' types. */
const startOf = (fields: ReturnType<typeof fieldsToFill>): FormValues => ({
  ...valuesOf(fields, null),
  period: 'any',
  due_from: today(),
});

const upper = ({ type_code, description, ...rules }: FormValues): FormValues => ({
  ...(type_code !== undefined && { type_code: String(type_code).toUpperCase() }),
  description: String(description).toUpperCase(),
  ...rules,
});

/** Adds or changes a payment type. The land desk's six descriptions fill in their codes. */
export function PaymentTypeForm({ entry }: { entry: PaymentType | null }) {
  const navigate = useNavigate();
  const goBack = useBack(LIST);
  const fields = fieldsToFill(paymentTypes, entry);
  const form = useForm({
    initial: entry ? valuesOf(fields, entry) : startOf(fields),
    check: checkEntry(paymentTypes, entry),
    keyName: 'banbo-payment-type-key',
  });
  const { data: all = [] } = useQuery(read(paymentTypes.list, {}));

  const describe = (description: string) => {
    const [known, before] = [description, String(form.values.description)].map(codeOfDescription);
    form.setFieldValue('description', description);
    if (known) {
      form.setFieldValue('type_code', known);
      form.setFieldValue('side', 'land');
    } else if (before && form.values.type_code === before) form.setFieldValue('type_code', '');
  };
  const input: typeof form.input = (name) =>
    entry === null && name === 'description'
      ? { ...form.input(name), onChange: ({ currentTarget }) => describe(currentTarget.value) }
      : form.input(name);

  const send = (values: FormValues) => {
    const body = bodyOf(fields, upper(values));
    return entry
      ? change(paymentTypes.change, { params: { id: entry.id }, body })
      : change(paymentTypes.add, { body: body as never, idempotencyKey: form.retryKey.keyFor(body) });
  };
  return (
    <RecordForm
      form={form}
      send={send}
      action={entry ? 'Update' : 'Submit'}
      cancel={LIST}
      then={() => (entry ? goBack() : navigate(LIST))}
    >
      {entry && <TextInput label="Payment Code" value={entry.type_code} readOnly mb="xs" />}
      <Box className="upper" display="contents">
        <LookupFields
          lookup={paymentTypes}
          entry={entry}
          others={all.filter(({ id }) => id !== entry?.id)}
          form={{ ...form, input }}
        />
      </Box>
    </RecordForm>
  );
}

export const EditPaymentType = ({ id }: { id: string }) => (
  <RecordLoaded {...paymentTypeLoading(id)}>
    {(type) => (
      <Page lead={`${type.type_code}, ${type.description}`}>
        <PaymentTypeForm key={type.id} entry={type} />
      </Page>
    )}
  </RecordLoaded>
);
