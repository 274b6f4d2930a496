import { type DueFee, feeName, formatMoney, getDriverStanding } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAbility } from '~/lib/ability.ts';
import { read } from '~/lib/query-client.ts';
import type { DeskDriver, PaidRow } from './paid-rows.ts';
import styles from './receive.module.css';
import { driversOf } from './receive-values.ts';

type OnPay = (driver: DeskDriver, fee: DueFee) => void;
type Props = { rows: readonly PaidRow[]; onPay: OnPay };

/** Of more the oldest are offered; the rest follows as these are taken up. */
const MOST_OFFERED = 6;

const isIn = (rows: readonly PaidRow[], { driver_code }: DeskDriver, fee: DueFee): boolean =>
  rows.some(
    (row) =>
      row.driver.driver_code === driver_code &&
      row.payment_type === fee.payment_type &&
      row.payment_year === String(fee.payment_year ?? '') &&
      row.payment_month === (fee.payment_month ?? ''),
  );

function OwedByDriver({ driver, rows, onPay }: Props & { driver: DeskDriver }) {
  const { data, error } = useQuery({
    ...read(getDriverStanding, { params: { id: driver.id } }),
    staleTime: 0,
  });
  const { fullname } = driver;
  if (error) return <p role="alert">{`What ${fullname} owes could not be loaded. ${error.message}`}</p>;
  if (!data) return <p role="status">{`Loading what ${fullname} owes...`}</p>;
  const rest = data.due.filter((fee) => !isIn(rows, driver, fee));
  const beside = [
    data.waiting !== '0.00' && `${formatMoney(data.waiting)} waits to be cleared`,
    data.credit !== '0.00' && `credit ${formatMoney(data.credit)}`,
  ].filter((part) => part !== false);
  return (
    <section aria-label={`Owed by ${fullname}`}>
      <p>
        <strong>{fullname}</strong> {data.due.length === 0 ? 'owes nothing.' : `owes ${formatMoney(data.due_total)}.`}{' '}
        {beside.length > 0 && <small>({beside.join(', ')})</small>}
      </p>
      <ul className={styles.owedFees}>
        {rest.slice(0, MOST_OFFERED).map((fee) => (
          <li key={feeName(fee)}>
            <Button
              variant="default"
              size="compact-sm"
              classNames={{ label: styles.owedName ?? '' }}
              onClick={() => onPay(driver, fee)}
            >
              {`${feeName(fee)}: ${formatMoney(fee.amount)}`}
            </Button>
          </li>
        ))}
        {rest.length > MOST_OFFERED && <li>and {rest.length - MOST_OFFERED} later ones</li>}
      </ul>
    </section>
  );
}

/** The debts of the drivers of the rows; pressing a fee makes it a row. */
export function OwedFees({ rows, onPay }: Props) {
  const { can } = useAbility();
  if (!can('payments.read') || rows.length === 0) return null;
  return (
    <div className={styles.owed}>
      {driversOf(rows).map((driver) => (
        <OwedByDriver key={driver.driver_code} driver={driver} rows={rows} onPay={onPay} />
      ))}
    </div>
  );
}
