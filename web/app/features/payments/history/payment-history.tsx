import { formatPhone } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { useAbility } from '~/lib/ability.ts';
import { isNotFound } from '~/lib/api.ts';
import { DriverPayments } from './driver-payments.tsx';
import { payingDriverQuery } from './history-queries.ts';
import styles from './payment-history.module.css';

/** The driver of a code, and their payments. */
export function PaymentHistory({ driverCode }: { driverCode: string }) {
  const { can } = useAbility();
  const { data: driver, error, refetch } = useQuery(payingDriverQuery(driverCode));
  if (error) {
    const ways = [{ to: '/view_payment', label: 'Search for a driver' }];
    return <LoadError message={error.message} onRetry={refetch} isMissing={isNotFound(error)} ways={ways} />;
  }
  if (!driver) return <p role="status">Loading payments...</p>;
  const name = `${driver.first_name} ${driver.last_name}`;
  return (
    <Page
      title={`Payments of ${name}`}
      lead={
        <span className={styles.codes}>
          <span>{driver.driver_code}</span>
          <span>{driver.car_number}</span>
          <span>{formatPhone(driver.mobile_number)}</span>
          {driver.is_removed && <StatusBadge tone="bad">Removed</StatusBadge>}
          {can('drivers.read') && <Link to={`/view_driver/${driver.id}`}>Driver details</Link>}
        </span>
      }
    >
      <DriverPayments driverCode={driver.driver_code} />
    </Page>
  );
}
