import { useParams } from 'react-router';
import { DriverDetails } from '~/features/drivers/driver-details.tsx';
import { useSession } from '~/lib/session-store.ts';

export default function DisplayDriver() {
  const { id = '' } = useParams();
  const session = useSession();
  return session && <DriverDetails id={id} role={session.role} />;
}
