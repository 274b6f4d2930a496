import { useParams } from 'react-router';
import { DriverCard } from '~/features/drivers/driver-card.tsx';

export default function DisplayDriver() {
  const { id = '' } = useParams();
  return <DriverCard id={id} />;
}
