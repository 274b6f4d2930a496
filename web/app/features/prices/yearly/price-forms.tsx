import {
  addYearlyPrice,
  changeYearlyPrice,
  copyYearlyPrices,
  findPaymentType,
  formatMoney,
  listYearlyPrices,
  MISSING_PLAN,
  NewYearlyPrice,
  OPENING_BALANCE,
  type PaymentType,
  PLANS,
  type PlanSlug,
  planOf,
  priceYears,
  today,
  type YearlyPrice,
} from '@banbo/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { MoneyInput, RecordForm } from '~/components/record/record-form.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { driversTypesQuery } from '~/lib/api/payment-types.ts';
import { change, queryClient, read } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { CopyPrevious } from './copy-previous.tsx';
import { choose, PriceEditPage, sentAmount } from './price-parts.tsx';
import { priceLoading } from './yearly-prices.tsx';

const LIST = '/payment_list';

type PriceValues = { year: string; type_code: string; plan: string; amount: string };

/** The body of a filled form. */
const priceBody = ({ year, type_code, plan, amount }: PriceValues, type: PaymentType | undefined) => ({
  year: Number(year),
  type_code: type_code.toUpperCase(),
  ...(type && { description: type.description }),
  plan: type?.by_plan && plan !== '' ? (plan as PlanSlug) : null,
  amount: sentAmount(amount),
});

/** The problems by field. A type that is priced by plan needs one. */
const checkPrice = (values: PriceValues, type: PaymentType | undefined): FieldErrors => {
  const { amount, ...found } = checkBy(NewYearlyPrice)(priceBody(values, type));
  const lacksPlan = type?.by_plan === true && values.plan === '';
  return { ...found, ...(lacksPlan && { plan: MISSING_PLAN }), ...(amount !== undefined && { amount }) };
};

/** The amount of the same type and plan among a year's prices, or null. */
const sameOf = (prices: readonly YearlyPrice[], { type_code, plan }: PriceValues): string | null =>
  prices.find((price) => price.type_code === type_code && (price.plan ?? '') === plan)?.amount ?? null;

const typeByCode = (type_code: string) => read(findPaymentType, { body: { type_code } });

/** The chosen type, which is fetched on choice; sending waits for it. */
const chosenType = async (code: string) => (code === '' ? undefined : queryClient.ensureQueryData(typeByCode(code)));

const PLAN_CHOICES = PLANS.map(({ slug, name }) => ({ value: slug, label: name }));
const typeChoice = ({ type_code, description }: PaymentType) => ({
  value: type_code,
  label: `${type_code} – ${description}`,
});

/** In the address: the year after the last one that has prices. */
const NEXT_YEAR = 'next';

/** The year that the address asks for, once it is known; '' if it names none. */
const useAskedYear = (years: readonly string[]): { year: string; isNext: boolean } => {
  const asked = useSearchParams()[0].get('year') ?? '';
  const isNext = asked === NEXT_YEAR;
  const newest = useQuery({ ...read(listYearlyPrices, { query: { size: 1 } }), enabled: isNext });
  const [last] = newest.data ?? [];
  const year = isNext && last ? String(last.year + 1) : asked;
  return { year: years.includes(year) ? year : '', isNext };
};

/** Sets a price of a year, which the address may name. */
export function PriceAddForm() {
  const navigate = useNavigate();
  const years = priceYears(today()).map(String);
  const asked = useAskedYear(years);
  const copyButton = useRef<HTMLButtonElement>(null);
  const isLed = useRef(false);
  const form = useForm({
    initial: { year: asked.year, type_code: '', plan: '', amount: '' },
    check: async (values) => checkPrice(values, await chosenType(values.type_code)),
    keyName: 'banbo-price-key',
  });
  // The next year is known after an answer; the person came to copy its prices.
  useEffect(() => {
    if (!asked.isNext || asked.year === '' || isLed.current) return;
    isLed.current = true;
    const given = form.getValues();
    if (given.year !== '' && given.year !== asked.year) return;
    if (given.year === '') form.reset({ ...given, year: asked.year });
    copyButton.current?.focus();
  });
  const { year, type_code, amount } = form.values;
  // After copying, a form with a year alone may be left unsaved.
  const onCopied = () => type_code === '' && amount === '' && form.reset(form.values);
  const types = useQuery(driversTypesQuery);
  // An opening balance is each driver's own.
  const priced = (types.data ?? []).filter((one) => one.type_code !== OPENING_BALANCE);
  const type = useQuery({ ...typeByCode(type_code), enabled: type_code !== '' });
  const before = useQuery({ ...read(listYearlyPrices, { query: { year: Number(year) - 1 } }), enabled: year !== '' });
  const priceBefore = sameOf(before.data ?? [], form.values);

  const send = async (values: PriceValues) => {
    const body = priceBody(values, await chosenType(values.type_code));
    return change(addYearlyPrice, { body, idempotencyKey: form.retryKey.keyFor(body) });
  };
  return (
    <>
      <RecordForm form={form} send={send} action="Submit" cancel={LIST} then={() => navigate(LIST)}>
        <NativeSelect label="Year" required data={[choose('Choose the year'), ...years]} {...form.input('year')} />
        <NativeSelect
          label="Payment Type"
          required
          data={[choose('Choose the payment type'), ...priced.map(typeChoice)]}
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
        <MoneyInput
          {...form.input('amount')}
          label="Amount"
          required
          value={amount}
          description={
            priceBefore === null ? undefined : `In ${Number(year) - 1} it costs ${formatMoney(priceBefore)}.`
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onText={(text) => form.setFieldValue('amount', text)}
        />
      </RecordForm>
      <CopyPrevious
        copy={(to) => change(copyYearlyPrices, { body: { year: to } })}
        list={LIST}
        button={copyButton}
        year={year}
        onYearMissing={(message) => form.showErrors({ year: message })}
        onCopied={onCopied}
      />
    </>
  );
}

/** The year, the type and the plan of a price, which stay. */
const fixedOf = ({ year, type_code, description, plan }: YearlyPrice) =>
  [
    ['Year', String(year)],
    ['Payment Code', type_code],
    ['Description', description],
    ...(plan ? [['Plan', planOf(plan)?.name ?? ''] as const] : []),
  ] as const;

export const EditPrice = ({ id }: { id: string }) => (
  <RecordLoaded {...priceLoading(id)}>
    {(price) => (
      <PriceEditPage
        price={price}
        fixed={fixedOf(price)}
        resting="Payments or debts rest"
        list={LIST}
        save={(body) => change(changeYearlyPrice, { params: { id: price.id }, body })}
      />
    )}
  </RecordLoaded>
);
