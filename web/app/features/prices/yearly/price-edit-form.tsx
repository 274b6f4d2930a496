import { changeYearlyPrice, planOf, YearlyPriceChange, type YearlyPriceDetails } from '@banbo/contract';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useBack } from '~/lib/last-page.ts';
import { PRICES_KEY } from '~/lib/payment-types.ts';
import { toast } from '~/lib/toast.ts';
import { FormButtons } from '../form-buttons.tsx';
import styles from '../prices.module.css';
import { AmountInput } from './amount-input.tsx';
import { sentAmount } from './price-values.ts';

const LIST = '/payment_list';
/** Milliseconds that a successful update is shown. */
const UPDATED_MS = 10_000;

const bodyOf = ({ amount }: { amount: string }) => ({ amount: sentAmount(amount) });

/** Changes the amount of a price; its year, type and plan stay. */
export function PriceEditForm({ price }: { price: YearlyPriceDetails }) {
  const queries = useQueryClient();
  const goBack = useBack(LIST);
  const form = useForm({
    initial: { amount: price.amount },
    check: (values) => checkBy(YearlyPriceChange)(bodyOf(values)),
  });
  const submit = form.submit(async (values) => {
    const { message } = await call(changeYearlyPrice, { params: { id: price.id }, body: bodyOf(values) });
    await queries.invalidateQueries({ queryKey: [PRICES_KEY] });
    toast.success(message, { duration: UPDATED_MS });
    goBack();
  });
  const fixed = [
    ['Year', String(price.year)],
    ['Payment Code', price.type_code],
    ['Description', price.description],
    ...(price.plan ? [['Plan', planOf(price.plan)?.name ?? ''] as const] : []),
  ] as const;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {price.in_use && (
        <p className={styles.note}>
          Payments or debts rest on this price. With another amount, whatever of it is not paid yet is priced anew; what
          was cleared stays paid.
        </p>
      )}
      {fixed.map(([label, value]) => (
        <TextInput key={label} label={label} value={value} readOnly />
      ))}
      <AmountInput required {...form.input('amount')} onParsed={(amount) => form.setFieldValue('amount', amount)} />
      <FormButtons action="Update" isBusy={form.isBusy} list={LIST} />
    </form>
  );
}
