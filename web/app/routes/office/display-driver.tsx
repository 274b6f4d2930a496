import { useParams } from 'react-router';
import { DriverDetails } from '~/features/drivers/driver-details.tsx';
import { DriverMoney } from '~/features/payments/standing/driver-money.tsx';
import { useAbility } from '~/lib/ability.ts';

export default function DisplayDriver() {
  const { id = '' } = useParams();
  const { can } = useAbility();
  return <DriverDetails id={id}>{can('payments.read') && <DriverMoney id={id} />}</DriverDetails>;
}
