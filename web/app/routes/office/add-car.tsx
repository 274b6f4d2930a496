import { useParams } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { AddCar } from '~/features/drivers/cars/add-car.tsx';

export default function AddAnotherCar() {
  const { id = '' } = useParams();
  return (
    <Page title="Add another car" lead="A record with its own driver code, fees and cover. All else is copied.">
      <AddCar key={id} id={id} />
    </Page>
  );
}
