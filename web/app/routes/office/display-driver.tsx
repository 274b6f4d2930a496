import { useParams } from 'react-router';
import { DriverDetails } from '~/features/drivers/driver-details.tsx';

export default function DisplayDriver() {
  const { id = '' } = useParams();
  return <DriverDetails id={id} />;
}
