import {
  formatMoney,
  fromPesewas,
  isBackdated,
  listBanks,
  PAYMENT_MODE_LABELS,
  PAYMENT_MODES,
  type PaymentMode,
  parseMoney,
  readTypedDay,
  today,
  toPesewas,
  WAITS_FOR_APPROVAL,
} from '@banbo/contract';
import { Box, Checkbox, Group, NativeSelect, type NativeSelectProps, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DateField, type DateFieldProps } from '~/components/form/date-field.tsx';
import { MoneyInput } from '~/components/record/record-form.tsx';
import { useSite } from '~/components/site/site-info.ts';
import { read } from '~/lib/api/query-client.ts';
import { fieldId } from '~/lib/form/check-by.ts';
import type { useForm } from '~/lib/form/use-form.ts';
import { isInAccount, type MoneyValues } from './money-values.ts';

export const FIELDS = { minColWidth: 'min(13rem, 100%)', spacing: 'md', verticalSpacing: 'sm' };

/** The day of money, which says from when on another person must approve it. */
export const ReceivedOn = ({ day, input }: { day: string; input: DateFieldProps }) => (
  <DateField
    {...input}
    label="Received on"
    max={today()}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    description={readTypedDay(day) === day && isBackdated(day, today()) ? WAITS_FOR_APPROVAL : undefined}
  />
);

/** The network whose account received MoMo money, which tells two equal IDs apart. */
export const NetworkChoice = ({ input }: { input: NativeSelectProps }) => (
  <NativeSelect
    {...input}
    label="Network of the account"
    data={[
      { value: '', label: 'Not known' },
      ...useSite().networks.map(({ code, name }) => ({ value: code, label: name })),
    ]}
  />
);

export const PanelTitle = ({ children }: { children: string }) => (
  <Box component="h2" fz="var(--text-lg)">
    {children}
  </Box>
);

const ID_LABELS = { momo: 'Transaction ID', bank: 'Reference Number', cheque: 'Cheque Number' } as const;
const ACCOUNTS = { momo: 'MoMo account', bank: 'bank account' } as const;

/** The needs of the fields from the form of either side, which may have more fields. */
type MoneyForm = Pick<
  ReturnType<typeof useForm<MoneyValues>>,
  'values' | 'errors' | 'setFieldValue' | 'clearFieldError'
> & {
  input: (name: keyof MoneyValues) => Omit<ReturnType<ReturnType<typeof useForm<MoneyValues>>['input']>, 'name'>;
};

type Props = {
  form: MoneyForm;
  onMode: (mode: PaymentMode) => void;
  /** Runs when the transaction ID is left, or its network chosen. */
  onId: () => void;
};

/** How the money came: its mode, its amount and its transaction ID. */
export function MoneyFields({ form, onMode, onId }: Props) {
  const { values, errors } = form;
  const { mode } = values;
  const banks = useQuery({ ...read(listBanks, {}), enabled: mode === 'cheque' });
  const bankHint = banks.isError ? banks.error.message : undefined;

  return (
    <>
      <SimpleGrid {...FIELDS}>
        <NativeSelect
          {...form.input('mode')}
          label="Paid by"
          required
          data={PAYMENT_MODES.map((value) => ({ value, label: PAYMENT_MODE_LABELS[value] }))}
          onChange={(event) => onMode(event.currentTarget.value as PaymentMode)}
        />
        {mode !== 'cash' && (
          <TextInput
            {...form.input('transaction_id')}
            className="upper"
            label={ID_LABELS[mode]}
            required
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
            onBlur={onId}
          />
        )}
        {mode === 'momo' && (
          <NetworkChoice
            input={{
              ...form.input('network'),
              onChange: (event) => {
                form.setFieldValue('network', event.currentTarget.value);
                form.clearFieldError('transaction_id');
                onId();
              },
            }}
          />
        )}
        {mode === 'cheque' && (
          <NativeSelect
            {...form.input('bank')}
            label="Bank"
            required
            description={bankHint}
            data={[
              { value: '', label: banks.isPending ? 'Loading...' : 'Choose the bank' },
              ...(banks.data ?? []).map(({ bank }) => ({ value: bank, label: bank })),
            ]}
          />
        )}
        <MoneyInput
          {...form.input('amount')}
          value={values.amount}
          label="Money received"
          required
          onText={(text) => form.setFieldValue('amount', text)}
        />
        <ReceivedOn input={form.input('received_on')} day={values.received_on} />
        <TextInput
          {...form.input('payer_name')}
          className="upper"
          label={mode === 'cheque' ? 'Drawer’s Name' : 'Payer’s Name'}
          required={mode === 'cheque'}
          maxLength={120}
        />
        <TextInput {...form.input('reference')} className="upper" label="Reference" maxLength={60} />
      </SimpleGrid>
      {isInAccount(values) && (
        <Checkbox
          id={fieldId('seen_in_account')}
          label={`I have seen this payment in the ${mode === 'bank' ? ACCOUNTS.bank : ACCOUNTS.momo}`}
          checked={values.seen_in_account}
          error={errors.seen_in_account}
          onChange={(event) => form.setFieldValue('seen_in_account', event.currentTarget.checked)}
        />
      )}
    </>
  );
}

/** The money received, what the rows come to, and what is left or missing. */
export function SumFacts({ amount, paid }: { amount: string; paid: string }) {
  const received = parseMoney(amount);
  const rest = received === null ? 0n : toPesewas(received) - toPesewas(paid);
  return (
    <Group component="dl" gap="md">
      {[
        ['Received', formatMoney(received ?? '0.00')],
        ['Payments', formatMoney(paid)],
        [rest < 0n ? 'Not covered' : 'Left', formatMoney(fromPesewas(rest < 0n ? -rest : rest))],
      ].map(([name, sum]) => (
        <div key={name}>
          <dt className="soft">{name}</dt>
          <Text component="dd" fw={700} {...(name === 'Not covered' && { c: 'var(--danger)' })}>
            {sum}
          </Text>
        </div>
      ))}
    </Group>
  );
}
