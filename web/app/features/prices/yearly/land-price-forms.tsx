import {
  addLandPrice,
  changeLandPrice,
  copyLandPrices,
  EVERY_USE,
  EVERY_ZONE,
  formatMoney,
  getLandPrices,
  LAND_USE_LABELS,
  type LandPriceRow,
  type LandUse,
  landPrices,
  NewLandPrice,
  noLandPrice,
  PRICE_SOURCE_LABELS,
  placeUseInWords,
  placeZoneInWords,
  previewLandCopy,
  priceYears,
  shownKind,
  today,
  zones,
} from '@banbo/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { MoneyInput, RecordForm } from '~/components/record/record-form.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { count, counted } from '~/lib/counted.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { CopyLines, CopyPrevious } from './copy-previous.tsx';
import { codeChoices, landPriceLoading, priceInWords, useLandCodes, zoneChoices } from './land-prices.tsx';
import { choose, PriceEditPage, sentAmount } from './price-parts.tsx';

const LIST = `/${landPrices.name}`;

type Values = { year: string; type_code: string; zone_id: string; land_use: string; amount: string };

/** The body of a filled form; an empty zone or use is every one. */
const bodyOfPrice = ({ year, type_code, zone_id, land_use, amount }: Values) => ({
  year: Number(year),
  type_code,
  zone_id: zone_id === '' ? null : zone_id,
  land_use: land_use === '' ? null : (land_use as LandUse),
  amount: sentAmount(amount),
});

const USE_CHOICES = Object.entries(LAND_USE_LABELS).map(([value, label]) => ({ value, label }));

/** The price of the chosen code and place in a year, or why there is none; '' until it is known. */
const useHeldWords = ({ type_code, zone_id, land_use }: Values, year: number): string => {
  const place = { ...(zone_id !== '' && { zone_id }), ...(land_use !== '' && { land_use: land_use as LandUse }) };
  const { data } = useQuery({
    ...read(getLandPrices, { query: { year, ...place } }),
    enabled: type_code !== '' && year > 0,
  });
  const held = data?.prices.find((one) => one.type_code === type_code);
  if (!held) return '';
  if (held.amount === null || held.from === null) return noLandPrice(priceInWords(held).description, year);
  return `In ${year} it costs ${formatMoney(held.amount)}: ${PRICE_SOURCE_LABELS[held.from].toLowerCase()}.`;
};

/** The prices that 'same as previous year' would copy to a year. */
function CopyPreview({ year }: { year: number }) {
  const { data, error } = useQuery({ ...read(previewLandCopy, { query: { year } }), staleTime: 0 });
  if (error) return <p role="alert">{error.message}</p>;
  if (!data) return <p>Loading the prices of {year - 1}...</p>;
  const { prices, count: all, kept, missing } = data;
  return (
    <>
      <p>
        <strong>
          {all === 0
            ? `${year} lacks no price that ${year - 1} has.`
            : `${counted(all, 'price')} of ${year - 1} would be copied.`}
        </strong>
        {kept > 0 && ` ${year} has ${count(kept)} already.`}
        {missing.length > 0 && ` Neither year has a price for ${missing.map(shownKind).join(', ')}.`}
      </p>
      <CopyLines prices={prices.map(priceInWords)} count={all} />
    </>
  );
}

/** Copies the prices that a year lacks, and answers with them in words. */
const copyInWords = async (year: number) => {
  const { copied, ...answer } = await change(copyLandPrices, { body: { year } });
  return { ...answer, copied: copied.map(priceInWords) };
};

/** Sets a price of land for a year, which the address may name. */
export function LandPriceAddForm() {
  const navigate = useNavigate();
  const years = priceYears(today()).map(String);
  const asked = useSearchParams()[0].get('year') ?? '';
  const copyButton = useRef<HTMLButtonElement>(null);
  const form = useForm<Values>({
    initial: { year: years.includes(asked) ? asked : '', type_code: '', zone_id: '', land_use: '', amount: '' },
    check: (values) => checkBy(NewLandPrice)(bodyOfPrice(values)),
    keyName: 'banbo-land-price-key',
  });
  const { year, type_code, amount } = form.values;
  const { data: allZones = [] } = useQuery(read(zones.list, {}));
  const { codes, error } = useLandCodes();
  const before = useHeldWords(form.values, Number(year) - 1);
  const now = useHeldWords(form.values, Number(year));
  // After copying, a form with a year alone may be left unsaved.
  const onCopied = () => type_code === '' && amount === '' && form.reset(form.values);
  const send = (values: Values) => {
    const body = bodyOfPrice(values);
    return change(addLandPrice, { body, idempotencyKey: form.retryKey.keyFor(body) });
  };
  return (
    <>
      <RecordForm form={form} send={send} action="Submit" cancel={LIST} then={() => navigate(LIST)}>
        <NativeSelect label="Year" required data={[choose('Choose the year'), ...years]} {...form.input('year')} />
        <NativeSelect
          label="Payment Code"
          required
          data={[choose('Choose the payment code'), ...codeChoices(codes)]}
          {...(error && { error: error.message })}
          {...form.input('type_code')}
        />
        <NativeSelect label="Zone" data={[choose(EVERY_ZONE), ...zoneChoices(allZones)]} {...form.input('zone_id')} />
        <NativeSelect label="Use" data={[choose(EVERY_USE), ...USE_CHOICES]} {...form.input('land_use')} />
        <TextInput
          label="Description"
          value={shownKind(codes.find((one) => one.type_code === type_code)?.description ?? '')}
          placeholder="Comes with the payment code"
          readOnly
        />
        <MoneyInput
          {...form.input('amount')}
          label="Amount"
          required
          value={amount}
          description={[before, now].filter(Boolean).join(' ') || undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onText={(text) => form.setFieldValue('amount', text)}
        />
      </RecordForm>
      <CopyPrevious
        copy={copyInWords}
        list={LIST}
        preview={year !== '' && <CopyPreview year={Number(year)} />}
        button={copyButton}
        year={year}
        onYearMissing={(message) => form.showErrors({ year: message })}
        onCopied={onCopied}
      />
    </>
  );
}

/** The year, the code and the place of a price, which stay. */
const fixedOf = (price: LandPriceRow) =>
  [
    ['Year', String(price.year)],
    ['Payment Code', price.type_code],
    ['Description', shownKind(price.description)],
    ['Zone', placeZoneInWords(price)],
    ['Use', placeUseInWords(price)],
  ] as const;

export const EditLandPrice = ({ id }: { id: string }) => (
  <RecordLoaded {...landPriceLoading(id)}>
    {(price) => (
      <PriceEditPage
        price={price}
        fixed={fixedOf(price)}
        resting="Payments rest"
        list={LIST}
        save={(body) => change(changeLandPrice, { params: { id: price.id }, body })}
      />
    )}
  </RecordLoaded>
);
