import { addYearlyPrice, formatMoney, type PaymentType, PLANS, priceYears, today } from '@banbo/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '~/lib/api.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { PRICES_KEY } from '~/lib/payment-types.ts';
import { toast } from '~/lib/toast.ts';
import { FormButtons } from '../form-buttons.tsx';
import styles from '../prices.module.css';
import { allTypesQuery } from '../types/type-queries.ts';
import { AmountInput } from './amount-input.tsx';
import { CopyPrevious } from './copy-previous.tsx';
import { pricesOfYearQuery, typeByCodeQuery } from './price-queries.ts';
import { checkPrice, EMPTY_PRICE, priceBody, sameOf } from './price-values.ts';

const LIST = '/payment_list';

const PLAN_CHOICES = PLANS.map(({ slug, name }) => ({ value: slug, label: name }));

const typeChoice = ({ type_code, description }: PaymentType) => ({
  value: type_code,
  label: `${type_code} – ${description}`,
});

const choose = (label: string) => ({ value: '', label });

/** Sets a price of a year. The address may name the year, as the dashboard does for one that lacks prices. */
export function PriceAddForm() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const years = priceYears(today()).map(String);
  const asked = useSearchParams()[0].get('year') ?? '';
  const form = useForm({
    initial: { ...EMPTY_PRICE, year: years.includes(asked) ? asked : '' },
    check: async (values) => checkPrice(values, await chosenType(values.type_code)),
    keyName: 'banbo-price-key',
  });
  const { year, type_code } = form.values;
  const types = useQuery(allTypesQuery);
  const type = useQuery({ ...typeByCodeQuery(type_code), enabled: type_code !== '' });
  const before = useQuery({ ...pricesOfYearQuery(Number(year) - 1), enabled: year !== '' });
  const priceBefore = sameOf(before.data ?? [], form.values);

  /** The type is asked for as soon as it is chosen; sending waits for it, and fails where it cannot be had. */
  const chosenType = async (code: string) => (code === '' ? undefined : queries.ensureQueryData(typeByCodeQuery(code)));

  const submit = form.submit(async (values) => {
    const body = priceBody(values, await chosenType(values.type_code));
    const { message } = await call(addYearlyPrice, { body, idempotencyKey: form.retryKey.keyFor(body) });
    form.retryKey.forget();
    await queries.invalidateQueries({ queryKey: [PRICES_KEY] });
    toast.success(message);
    await navigate(LIST);
  });
  const needYear = (message: string) => form.showErrors({ year: message });

  return (
    <>
      <form className={styles.form} onSubmit={submit} noValidate>
        <NativeSelect label="Year" required data={[choose('Choose the year'), ...years]} {...form.input('year')} />
        <NativeSelect
          label="Payment Type"
          required
          data={[choose('Choose the payment type'), ...(types.data ?? []).map(typeChoice)]}
          {...(types.error && { error: types.error.message })}
          {...form.input('type_code')}
        />
        <TextInput
          label="Description"
          value={type_code === '' ? '' : (type.data?.description ?? '')}
          placeholder={type.isFetching ? 'Loading…' : 'Comes with the payment type'}
          error={type_code !== '' && type.error?.message}
          readOnly
        />
        {type.data?.by_plan && (
          <NativeSelect
            label="Plan"
            required
            data={[choose('Choose the plan'), ...PLAN_CHOICES]}
            {...form.input('plan')}
          />
        )}
        <AmountInput
          required
          {...form.input('amount')}
          description={
            priceBefore === null ? undefined : `In ${Number(year) - 1} it costs ${formatMoney(priceBefore)}.`
          }
          onParsed={(amount) => form.setFieldValue('amount', amount)}
        />
        <FormButtons action="Submit" isBusy={form.isBusy} list={LIST} />
      </form>
      <CopyPrevious year={year} onYearMissing={needYear} />
    </>
  );
}
