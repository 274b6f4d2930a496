import { formatMoney, fromPesewas, parseMoney, toPesewas } from '@banbo/contract';
import { Button, NativeSelect } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { DriverFinder } from '~/components/driver-finder/driver-finder.tsx';
import { fieldId } from '~/lib/form/field-id.ts';
import { ClaimFacts } from '../claim-facts.tsx';
import styles from '../desk.module.css';
import { driverOfCar } from './desk-lookups.ts';
import { OwedFees } from './owed-fees.tsx';
import { PaidRowFields } from './paid-row-fields.tsx';
import { type PaidRow, sumOf } from './paid-rows.ts';
import rowStyles from './receive.module.css';
import { creditedOf, driversOf, leftOf } from './receive-values.ts';
import { TransferFields } from './transfer-fields.tsx';
import { useReceive } from './use-receive.ts';

type Props = { form: ReturnType<typeof useReceive>['form']; rows: readonly PaidRow[] };

/** The money received, what the rows come to, and whose credit the rest becomes. */
function SumLine({ form, rows }: Props) {
  const { values, errors } = form;
  const left = leftOf(values, rows);
  const rest = left === null ? 0n : toPesewas(left);
  return (
    <div className={rowStyles.sums}>
      <dl>
        <div>
          <dt>Received</dt>
          <dd>{formatMoney(parseMoney(values.amount) ?? '0.00')}</dd>
        </div>
        <div>
          <dt>Payments</dt>
          <dd>{formatMoney(sumOf(rows))}</dd>
        </div>
        <div>
          <dt>{rest < 0n ? 'Too much' : 'Left'}</dt>
          <dd data-wrong={rest < 0n || undefined}>{formatMoney(fromPesewas(rest < 0n ? -rest : rest))}</dd>
        </div>
      </dl>
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
              label: `${fullname} (${car_number})`,
            })),
          ]}
          onChange={(event) => form.setFieldValue('credit_to', event.currentTarget.value)}
        />
      )}
    </div>
  );
}

/** Money received at the desk: how it came, and the fees of one or several drivers that it pays. */
export function ReceiveForm() {
  const receive = useReceive();
  const asked = useSearchParams()[0].get('driver') ?? '';
  const { form, fees, trouble, rows, rowErrors, claim, done } = receive;
  return (
    <form className={rowStyles.form} onSubmit={receive.submit} noValidate aria-label="Payment received">
      <p role="status" className={done ? styles.notice : undefined}>
        {done}
      </p>
      <section className={styles.panel} aria-label="Money">
        <h2>Money received</h2>
        <TransferFields receive={receive} />
        {claim && (
          <div className={styles.notice}>
            <p>A claim waits with this transaction ID. Receive exactly that, or decide it on Payment Clearance.</p>
            <ClaimFacts claim={claim} />
            <Button size="xs" onClick={() => void receive.takeClaim(claim)}>
              Receive this claim
            </Button>
          </div>
        )}
      </section>
      <section className={styles.panel} aria-label="What it pays">
        <h2>What it pays</h2>
        <DriverFinder
          name="payments"
          error={rowErrors.payments}
          asked={asked}
          onFound={async (found) => receive.addRow(await driverOfCar(found))}
        />
        {trouble && (
          <p className={styles.notice} role="alert">
            {trouble.message}{' '}
            <Button size="xs" variant="default" onClick={() => void receive.retry()}>
              Try again
            </Button>
          </p>
        )}
        <OwedFees rows={rows} onPay={receive.addOwed} />
        <ol className={rowStyles.rows}>
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
        </ol>
        {rows.length === 0 && <p>Nobody yet. Find the driver whose fee is paid.</p>}
        <SumLine form={form} rows={rows} />
      </section>
      <div className={styles.buttons}>
        <Button type="submit" loading={form.isBusy}>
          Submit
        </Button>
        <Button component={Link} to="/dashboard" variant="default">
          Cancel
        </Button>
      </div>
    </form>
  );
}
