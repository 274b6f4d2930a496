import { useParams } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { DriverUpdate, FindDriverToChange } from '~/features/drivers/changing/driver-updates.tsx';

export default function DriverUpdates() {
  const { id } = useParams();
  if (id !== undefined) return <DriverUpdate key={id} id={id} />;
  return (
    <Page title="Driver Updates" lead="Find the driver whose photo, plan or details change.">
      <FindDriverToChange />
    </Page>
  );
}
