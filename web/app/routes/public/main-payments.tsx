import { REGISTRATION_FEE } from '@banbo/contract';
import { useLocation } from 'react-router';
import { pageMeta } from '~/components/site-meta.ts';
import type { PaymentValues } from '~/features/payments/payment-values.ts';
import { PaymentsPage } from '~/features/payments/payments-page.tsx';
import type { PaidClaim } from '~/features/payments/use-payment.ts';
import { type RegisteredDriver, RegisteredPanel } from '~/features/registration/registered-panel.tsx';
import { useHydrated } from '~/lib/use-hydrated.ts';

export const meta = () => pageMeta('/main_payments');

type Payer = Pick<PaymentValues, 'driver_code' | 'car_number' | 'fullname' | 'mobile_number'>;
/** `payer`: the member who comes from their own page. */
type Carried = { registered?: RegisteredDriver; payer?: Payer; paid?: PaidClaim } | null;

/** A new driver pays the registration fee first, so that is chosen. */
const firstPaymentOf = ({ driver_code, car_number, fullname, mobile_number }: RegisteredDriver) => ({
  driver_code,
  car_number,
  fullname,
  mobile_number,
  payment_type: REGISTRATION_FEE,
});

const prefillOf = ({ registered, payer, paid }: NonNullable<Carried>): Partial<PaymentValues> => {
  if (paid) return {};
  return registered ? firstPaymentOf(registered) : (payer ?? {});
};

export default function MainPayments() {
  const { state } = useLocation();
  const isHydrated = useHydrated();
  const carried: NonNullable<Carried> = (isHydrated && (state as Carried)) || {};
  const { registered, payer, paid } = carried;
  return (
    <main>
      <PaymentsPage
        key={(registered ?? payer)?.driver_code ?? 'empty'}
        cancelPath="/"
        returnPath="/main_payments"
        prefill={prefillOf(carried)}
        paid={paid ?? null}
      >
        {registered && <RegisteredPanel driver={registered} />}
      </PaymentsPage>
    </main>
  );
}
