import { Link, useSearchParams } from 'react-router';
import { CarSwitch } from '~/features/drivers/cars/own-cars.tsx';
import { OwnCarScreen } from '~/features/tracking/own-car/own-car.tsx';
import { titled } from '~/lib/api/known-site.ts';

export const meta = titled('My Car');

/** The place of the member's cars. */
export default function MyCar() {
  const code = useSearchParams()[0].get('driver_code');
  return (
    <>
      <CarSwitch />
      <OwnCarScreen key={code} />
      <p>
        <Link to={code === null ? '/member' : `/member?driver_code=${encodeURIComponent(code)}`}>Back to my page</Link>
      </p>
    </>
  );
}
