import { SharedCarPage } from '~/features/tracking/shared-car/shared-car.tsx';
import { titled } from '~/lib/api/known-site.ts';

export const meta = titled('Shared Car');

export default function SharedCar() {
  return <SharedCarPage />;
}
