import { formatPhone } from '@banbo/contract';
import { Link } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { useAbility } from '~/lib/ability.ts';
import { DriverPayments } from './driver-payments.tsx';
import { payingDriverQuery } from './history-queries.ts';

/** The driver of a code, and their payments. */
export function PaymentHistory({ driverCode }: { driverCode: string }) {
  const { can } = useAbility();
  return (
    <RecordLoaded
      of="payments"
      query={payingDriverQuery(driverCode)}
      ways={[{ to: '/view_payment', label: 'Search for a driver' }]}
    >
      {(driver) => (
        <Page
          title={`Payments of ${driver.first_name} ${driver.last_name}`}
          lead={
            <span className="row">
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
      )}
    </RecordLoaded>
  );
}
