import { useParams } from 'react-router';
import { DriverDetails } from '~/features/drivers/driver-details.tsx';
import { titled } from '~/lib/page-title.ts';

export const meta = titled('Driver');

export default function DisplayDriver() {
  const { id = '' } = useParams();
  return <DriverDetails id={id} />;
}
