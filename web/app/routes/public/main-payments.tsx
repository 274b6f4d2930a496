import { planPriceOf, REGISTRATION_FEE } from '@banbo/contract';
import { useLocation } from 'react-router';
import { pageMeta } from '~/components/site-meta.ts';
import { PaymentsPage } from '~/features/payments/payments-page.tsx';
import type { Opened, PaidClaim } from '~/features/payments/use-payment.ts';
import { type RegisteredDriver, RegisteredPanel } from '~/features/registration/registered-panel.tsx';
import { START_PAGES } from '~/lib/start-page.ts';
import { useHydrated } from '~/lib/use-hydrated.ts';

export const meta = () => pageMeta('/main_payments');

/** `payer`: the member who comes from their own page, with what they pay next. */
type Carried = { registered?: RegisteredDriver; payer?: Opened; paid?: PaidClaim } | null;

const EMPTY: Opened = { prefill: {}, terms: null };

/** A new driver pays the registration fee first, so that is chosen. */
const firstPaymentOf = ({ driver_code, car_number, fullname, mobile_number, ...driver }: RegisteredDriver): Opened => ({
  prefill: { driver_code, car_number, fullname, mobile_number, payment_type: REGISTRATION_FEE },
  // A confirmation that waited on the phone may be of a version without the month.
  terms: { plan_price: planPriceOf(driver.plan), first_month: driver.first_month ?? '' },
});

const openedFor = ({ registered, payer, paid }: NonNullable<Carried>): Opened => {
  if (paid) return EMPTY;
  return (registered ? firstPaymentOf(registered) : payer) ?? EMPTY;
};

export default function MainPayments() {
  const { state } = useLocation();
  const isHydrated = useHydrated();
  const carried: NonNullable<Carried> = (isHydrated && (state as Carried)) || {};
  const { registered, payer, paid } = carried;
  return (
    <main>
      <PaymentsPage
        key={registered?.driver_code ?? payer?.prefill.driver_code ?? 'empty'}
        cancelPath={payer ? START_PAGES.member.to : '/'}
        returnPath="/main_payments"
        opened={openedFor(carried)}
        paid={paid ?? null}
      >
        {registered && <RegisteredPanel driver={registered} />}
      </PaymentsPage>
    </main>
  );
}
