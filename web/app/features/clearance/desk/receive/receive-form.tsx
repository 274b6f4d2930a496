import {
  formatMoney,
  fromPesewas,
  PAYMENT_MODE_LABELS,
  PAYMENT_MODES,
  type PaymentMode,
  parseMoney,
  shownName,
  toPesewas,
} from '@banbo/contract';
import { Button, Checkbox, Flex, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { BeforeFinding } from '~/components/driver-finder/before-finding.tsx';
import { DriverFinder } from '~/components/driver-finder/driver-finder.tsx';
import { MoneyInput } from '~/components/record/record-form.tsx';
import { useFocusOnOpening } from '~/lib/focus-on-opening.ts';
import { fieldId } from '~/lib/form/check-by.ts';
import { sendByKey } from '~/lib/form/send-by-key.ts';
import { ClaimFacts, FIELDS, NetworkChoice, PanelTitle, ReceivedOn, TakenNote } from '../desk-parts.tsx';
import { OwedFees, PaidRowFields } from './paid-row-fields.tsx';
import { creditedOf, driversOf, isInAccount, leftOf, type PaidRow, sumOf } from './paid-rows.ts';
import { useBanks, useReceive } from './use-receive.ts';

const ID_LABELS = { momo: 'Transaction ID', bank: 'Reference Number', cheque: 'Cheque Number' } as const;
const ACCOUNTS = { momo: 'MoMo account', bank: 'bank account' } as const;

/** How the money came: its mode, its amount and its transaction ID. */
function TransferFields({ receive }: { receive: ReturnType<typeof useReceive> }) {
  const { form, setMode, leaveId } = receive;
  const { values, errors } = form;
  const { mode } = values;
  const banks = useBanks(mode === 'cheque');
  const bankHint = banks.isError ? banks.error.message : undefined;

  return (
    <>
      <SimpleGrid {...FIELDS}>
        <NativeSelect
          {...form.input('mode')}
          label="Paid by"
          required
          data={PAYMENT_MODES.map((value) => ({ value, label: PAYMENT_MODE_LABELS[value] }))}
          onChange={(event) => setMode(event.currentTarget.value as PaymentMode)}
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
            onBlur={() => void leaveId()}
          />
        )}
        {mode === 'momo' && (
          <NetworkChoice
            input={{
              ...form.input('network'),
              onChange: (event) => {
                form.setFieldValue('network', event.currentTarget.value);
                form.clearFieldError('transaction_id');
                void leaveId();
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

type Props = { form: ReturnType<typeof useReceive>['form']; rows: readonly PaidRow[] };

/** The money received, what the rows come to, and whose credit the rest becomes. */
function SumLine({ form, rows }: Props) {
  const { values, errors } = form;
  const left = leftOf(values, rows);
  const rest = left === null ? 0n : toPesewas(left);
  return (
    <Group align="end" justify="end" gap="lg" pt="sm" style={{ borderTop: '2px solid var(--line)' }}>
      <Group component="dl" gap="md">
        {[
          ['Received', formatMoney(parseMoney(values.amount) ?? '0.00')],
          ['Payments', formatMoney(sumOf(rows))],
          [rest < 0n ? 'Not covered' : 'Left', formatMoney(fromPesewas(rest < 0n ? -rest : rest))],
        ].map(([name, amount]) => (
          <div key={name}>
            <dt className="soft">{name}</dt>
            <Text component="dd" fw={700} {...(name === 'Not covered' && { c: 'var(--danger)' })}>
              {amount}
            </Text>
          </div>
        ))}
      </Group>
      {rest > 0n && rows.length > 0 && (
        <NativeSelect
          id={fieldId('credit_to')}
          name="credit_to"
          label={`${formatMoney(fromPesewas(rest))} becomes credit of`}
          value={creditedOf(values, rows)}
          error={errors.credit_to}
          data={[
            { value: '', label: 'Choose the driver' },
            ...driversOf(rows).map(({ driver_code, fullname, car_number }) => ({
              value: driver_code,
              label: `${shownName(fullname)} (${car_number})`,
            })),
          ]}
          onChange={(event) => form.setFieldValue('credit_to', event.currentTarget.value)}
        />
      )}
    </Group>
  );
}

/** The fee that the address names beside its driver, as a due one on the driver's page does. */
const feeIn = (query: URLSearchParams) => {
  const payment_type = query.get('payment_type');
  if (payment_type === null) return undefined;
  const [payment_year = '', payment_month = ''] = ['payment_year', 'payment_month'].map(
    (name) => query.get(name) ?? '',
  );
  const amount = query.get('amount');
  return { payment_type, payment_year, payment_month, ...(amount !== null && { amount }) };
};

/** The form for money received at the desk and the fees of the drivers that it pays. */
export function ReceiveForm() {
  const receive = useReceive();
  const [query] = useSearchParams();
  const asked = query.get('driver') ?? '';
  const given = feeIn(query);
  useFocusOnOpening('payments', asked === '');
  const { form, fees, trouble, rows, rowErrors, claim, taken } = receive;
  return (
    <Flex
      component="form"
      direction="column"
      gap="md"
      onSubmit={receive.submit}
      onKeyDown={sendByKey}
      noValidate
      aria-label="Payment received"
    >
      <TakenNote taken={taken} onAnother={receive.takeAnother} />
      <Stack component="section" className="card" gap="sm" aria-label="Money">
        <PanelTitle>Money received</PanelTitle>
        <TransferFields receive={receive} />
        {claim && (
          <div className="note">
            <p>A claim waits with this transaction ID. Receive exactly that, or decide it on Payment Clearance.</p>
            <ClaimFacts claim={claim} />
            <Button size="xs" onClick={() => void receive.takeClaim(claim)}>
              Receive this claim
            </Button>
          </div>
        )}
      </Stack>
      <Stack component="section" className="card" gap="sm" aria-label="What it pays">
        <PanelTitle>What it pays</PanelTitle>
        <DriverFinder
          name="payments"
          error={rowErrors.payments}
          asked={asked}
          onFound={(found) => receive.addDriver(found, found.driver_code === asked ? given : undefined)}
        />
        {trouble && (
          <p className="note" role="alert">
            {trouble.message}{' '}
            <Button size="xs" variant="default" onClick={() => void receive.retry()}>
              Try again
            </Button>
          </p>
        )}
        <OwedFees rows={rows} onPay={receive.addOwed} />
        <Stack component="ol" gap="sm">
          {rows.map((row, index) => (
            <PaidRowFields
              key={row.key}
              row={row}
              index={index}
              fees={fees}
              errors={rowErrors}
              onChange={(change) => receive.change(row.key, change)}
              onMore={() => receive.addAfter(row)}
              onRemove={() => receive.remove(row.key)}
            />
          ))}
        </Stack>
        {rows.length === 0 && asked === '' && (
          <>
            <p className="soft">No driver chosen. Find the driver this payment is for.</p>
            <BeforeFinding ways={['arrears', 'admin_registration']} onChoose={receive.takeLast} />
          </>
        )}
        <SumLine form={form} rows={rows} />
      </Stack>
      <Group gap="xs" className="form-end">
        <Button type="submit" loading={form.isBusy}>
          Submit
        </Button>
        <Button component={Link} to="/dashboard" variant="default">
          Cancel
        </Button>
      </Group>
    </Flex>
  );
}
