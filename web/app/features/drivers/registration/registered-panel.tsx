import {
  type DriverProfile,
  formatMonthlyPrice,
  MEMBER_PASSWORD_PATH,
  memberPasswordPath,
  planOf,
} from '@banbo/contract';
import { Link } from 'react-router';
import { Confirmation } from '~/components/question/confirmation.tsx';
import { HowToPay } from '~/components/site/how-to-pay.tsx';
import { useFees } from '~/components/site/site-info.ts';
import type { OwnFacts } from './registration-values.ts';

/** The registered driver, as the wizard hands it to the next page. */
export type RegisteredDriver = DriverProfile & OwnFacts & { setup_code?: string; first_payment_type?: string | null };

const CODE_WORKS =
  'The code to set your password works once, within 24 hours, under Member sign-in, and is not shown again.';
const CODE_IS_DEAD =
  'The code to set your password worked for 24 hours. If you have not used it, ask for a new one with Set your password.';

const PLAN_IS_AGREED = 'We agree the plan with you when we fit the device.';

/** The printable confirmation of a registration: the driver code, and how to pay with it. */
export function RegisteredPanel({ driver }: { driver: RegisteredDriver }) {
  const plan = planOf(driver.plan);
  const code = driver.setup_code;
  const { subscription } = useFees(driver.plan);
  return (
    <Confirmation
      title="You are registered"
      facts={[
        { name: 'Driver Code', value: driver.driver_code, isMain: true },
        { name: 'Name', value: driver.fullname },
        { name: 'Car Number', value: driver.car_number },
        { name: 'Mobile Number', value: driver.mobile_number },
        ...(plan ? [{ name: 'Plan asked for', value: `${plan.name}, ${formatMonthlyPrice(subscription)}` }] : []),
        { name: 'Code to set your password', value: code || 'It has expired' },
      ]}
      note={`Write the driver code down or print this page: you pay and sign in with it. ${code ? CODE_WORKS : CODE_IS_DEAD}${plan ? ` ${PLAN_IS_AGREED}` : ''}`}
    >
      <p>
        <Link
          className="button quiet"
          to={code ? memberPasswordPath({ code, car: driver.car_number }) : MEMBER_PASSWORD_PATH}
        >
          Set your password
        </Link>
      </p>
      <HowToPay plan={driver.plan} isInside />
    </Confirmation>
  );
}
