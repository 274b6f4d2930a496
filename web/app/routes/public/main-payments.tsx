import { REGISTRATION_FEE } from '@banbo/contract';
import { useLocation } from 'react-router';
import { pageMeta } from '~/components/site-meta.ts';
import { PaymentsPage } from '~/features/payments/payments-page.tsx';
import type { PaidClaim } from '~/features/payments/use-payment.ts';
import { type RegisteredDriver, RegisteredPanel } from '~/features/registration/registered-panel.tsx';
import { useHydrated } from '~/lib/use-hydrated.ts';

export const meta = () => pageMeta('/main_payments');

type Carried = { registered?: RegisteredDriver; paid?: PaidClaim } | null;

/** A new driver pays the registration fee first, so that is chosen. */
const prefillOf = ({ driver_code, car_number, fullname, mobile_number }: RegisteredDriver) => ({
  driver_code,
  car_number,
  fullname,
  mobile_number,
  payment_type: REGISTRATION_FEE,
});

export default function MainPayments() {
  const { state } = useLocation();
  const isHydrated = useHydrated();
  const { registered, paid }: NonNullable<Carried> = (isHydrated && (state as Carried)) || {};
  const isNew = registered && !paid;
  return (
    <main>
      <PaymentsPage
        key={registered?.driver_code ?? 'empty'}
        cancelPath="/"
        returnPath="/main_payments"
        prefill={isNew ? prefillOf(registered) : {}}
        paid={paid ?? null}
      >
        {registered && <RegisteredPanel driver={registered} />}
      </PaymentsPage>
    </main>
  );
}
