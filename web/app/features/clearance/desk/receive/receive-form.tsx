import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { DriverFinder } from '~/components/driver-finder/driver-finder.tsx';
import { ClaimFacts } from '../claim-facts.tsx';
import styles from '../desk.module.css';
import { driverOfCar } from './desk-lookups.ts';
import { OwedFees } from './owed-fees.tsx';
import { PaidRowFields } from './paid-row-fields.tsx';
import rowStyles from './receive.module.css';
import { SumLine } from './sum-line.tsx';
import { TransferFields } from './transfer-fields.tsx';
import { useReceive } from './use-receive.ts';

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
