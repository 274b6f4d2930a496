import { type DriverGlimpse, formatMoney, planOf, planPriceOf, subscriptionPrice } from '@banbo/contract';
import { Link } from 'react-router';
import { Confirmation } from '~/components/confirmation.tsx';
import { HowToPay } from '~/components/how-to-pay.tsx';
import { useFees } from '~/components/site-info.ts';
import type { OwnFacts } from './registration-values.ts';

/** What the wizard carries to the page it returns to. */
export type RegisteredDriver = DriverGlimpse & OwnFacts & { setup_code: string };

/** The printable confirmation of a registration: the driver code, and how to pay with it. */
export function RegisteredPanel({ driver }: { driver: RegisteredDriver }) {
  const plan = planOf(driver.plan);
  const { SS } = useFees();
  const price = formatMoney(subscriptionPrice(SS, planPriceOf(driver.plan)) ?? SS);
  return (
    <Confirmation
      title="You are registered"
      facts={[
        { name: 'Driver Code', value: driver.driver_code, isMain: true },
        { name: 'Name', value: driver.fullname },
        { name: 'Car Number', value: driver.car_number },
        { name: 'Mobile Number', value: driver.mobile_number },
        ...(plan
          ? [
              {
                name: 'Plan asked for',
                value: `${plan.name}, ${price} a month. We agree it with you when we fit the device.`,
              },
            ]
          : []),
        { name: 'Code to set your password', value: driver.setup_code },
      ]}
      note="Write the driver code down or print this page: you pay and sign in with it. The code to set your password works once, within 24 hours, under Member Login, and is not shown again."
    >
      <p>
        <Link
          className="button quiet"
          to={{
            pathname: '/member_password',
            hash: `${new URLSearchParams({ code: driver.setup_code, car: driver.car_number })}`,
          }}
        >
          Set your password
        </Link>
      </p>
      <HowToPay plan={driver.plan} isInside />
    </Confirmation>
  );
}
