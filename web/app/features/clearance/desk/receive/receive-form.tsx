import { formatMoney, fromPesewas, shownName, toPesewas } from '@banbo/contract';
import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { BeforeFinding } from '~/components/driver-finder/before-finding.tsx';
import { DriverFinder } from '~/components/driver-finder/driver-finder.tsx';
import { ClaimFacts } from '~/components/payments/desk/claim-facts.tsx';
import { DeskForm } from '~/components/payments/desk/desk-form.tsx';
import { MoneyFields, PanelTitle, SumFacts } from '~/components/payments/desk/money-fields.tsx';
import { sumOf } from '~/components/payments/desk/use-desk.ts';
import { landDeskAddress } from '~/components/payments/desk-address.ts';
import { ReceiptActions } from '~/components/payments/receipt-actions.tsx';
import { useFocusOnOpening } from '~/lib/focus-on-opening.ts';
import { fieldId } from '~/lib/form/check-by.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { OwedFees, PaidRowFields } from './paid-row-fields.tsx';
import { creditedOf, driversOf, leftOf, type PaidRow } from './paid-rows.ts';
import { useReceive } from './use-receive.ts';

type Props = { form: ReturnType<typeof useReceive>['form']; rows: readonly PaidRow[] };

/** The money received, what the rows come to, and whose credit the rest becomes. */
function SumLine({ form, rows }: Props) {
  const { values, errors } = form;
  const left = leftOf(values, rows);
  const rest = left === null ? 0n : toPesewas(left);
  return (
    <Group align="end" justify="end" gap="lg" pt="sm" style={{ borderTop: '2px solid var(--line)' }}>
      <SumFacts amount={values.amount} paid={sumOf(rows)} />
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
  const mayReceiveLand = useAbility().can('land.receive');
  const { form, fees, trouble, rows, rowErrors, claim } = receive;
  const { values } = form;
  return (
    <DeskForm
      desk={receive}
      label="Payment received"
      receipts={({ paymentIds }, place) => <ReceiptActions paymentIds={paymentIds} {...place} />}
    >
      <Stack component="section" className="card" gap="sm" aria-label="Money">
        <PanelTitle>Money received</PanelTitle>
        <MoneyFields form={form} onMode={receive.setMode} onId={() => void receive.leaveId()} />
        {claim && (
          <div className="note">
            <p>
              {claim.side === 'land'
                ? `A claim for land waits with this transaction ID. ${mayReceiveLand ? 'Receive it on Receive Payment, or decide it on' : 'Decide it on'} Payment Clearance.`
                : 'A claim waits with this transaction ID. Receive exactly that, or decide it on Payment Clearance.'}
            </p>
            <ClaimFacts claim={claim} />
            {claim.side !== 'land' && (
              <Button size="xs" onClick={() => void receive.takeClaim(claim)}>
                Receive this claim
              </Button>
            )}
            {claim.side === 'land' && mayReceiveLand && (
              <Button
                component={Link}
                to={landDeskAddress({ transaction_id: values.transaction_id, network: values.network })}
                size="xs"
                variant="default"
              >
                Open Receive Payment
              </Button>
            )}
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
    </DeskForm>
  );
}
