import { codeOfDescription, type PaymentType, paymentTypes, today } from '@banbo/contract';
import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { bodyOf, checkEntry, fieldsToFill, valuesOf } from '~/components/lookup/lookup-entry.ts';
import { LookupFields } from '~/components/lookup/lookup-fields.tsx';
import { call } from '~/lib/api.ts';
import type { FormValues } from '~/lib/form/use-form.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useBack } from '~/lib/last-page.ts';
import { TYPES_KEY } from '~/lib/payment-types.ts';
import { toast } from '~/lib/toast.ts';
import { FormButtons } from '../form-buttons.tsx';
import styles from '../prices.module.css';
import { allTypesQuery } from './type-queries.ts';

const LIST = '/payment_types';
/** Milliseconds that a successful update is shown. */
const UPDATED_MS = 10_000;

/** A new type is not owed by anybody until somebody says so. Its side must be chosen: drivers' types are on the public form. */
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

/** Adds a payment type, or changes one: its code stays. The six known descriptions of the land desk fill in their codes. */
export function PaymentTypeForm({ entry }: { entry: PaymentType | null }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const goBack = useBack(LIST);
  const fields = fieldsToFill(paymentTypes, entry);
  const form = useForm({
    initial: entry ? valuesOf(fields, entry) : startOf(fields),
    check: checkEntry(paymentTypes, entry),
    keyName: 'banbo-payment-type-key',
  });
  const { data: all = [] } = useQuery(allTypesQuery);

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

  const submit = form.submit(async (values) => {
    const body = bodyOf(fields, upper(values));
    const { message } = entry
      ? await call(paymentTypes.change, { params: { id: entry.id }, body })
      : await call(paymentTypes.add, { body: body as never, idempotencyKey: form.retryKey.keyFor(body) });
    form.retryKey.forget();
    await queries.invalidateQueries({ queryKey: [TYPES_KEY] });
    toast.success(message, entry ? { duration: UPDATED_MS } : {});
    if (entry) goBack();
    else await navigate(LIST);
  });

  return (
    <form className={`${styles.form} ${styles.upper}`} onSubmit={submit} noValidate>
      {entry && <TextInput label="Payment Code" value={entry.type_code} readOnly mb="xs" />}
      <LookupFields
        lookup={paymentTypes}
        entry={entry}
        others={all.filter(({ id }) => id !== entry?.id)}
        form={{ ...form, input }}
      />
      <FormButtons action={entry ? 'Update' : 'Submit'} isBusy={form.isBusy} list={LIST} />
    </form>
  );
}
