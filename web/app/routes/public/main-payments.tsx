import { MEMBER_PASSWORD_PATH, memberPasswordPath } from '@banbo/contract';
import { useLocation } from 'react-router';
import { type RegisteredDriver, RegisteredPanel } from '~/features/drivers/registration/registered-panel.tsx';
import { PaymentsPage } from '~/features/payments/form/payments-page.tsx';
import type { PaidClaim } from '~/features/payments/form/use-payment.ts';
import { hasTexts } from '~/lib/browser-storage.ts';
import { type PaymentOpening, readPaymentOpening } from '~/lib/payment-opening.ts';
import { START_PAGES } from '~/lib/session/start-page.ts';
import { useHydrated } from '~/lib/use-hydrated.ts';

const REGISTERED = ['driver_code', 'car_number', 'fullname', 'mobile_number'] as const;
const PAID = ['transaction_id', 'amount', 'payment_type', 'driver_code', 'car_number', 'message'] as const;

const EMPTY: PaymentOpening = { prefill: {}, pricing: null };

/** A new driver pays first the fee that others require. */
const firstPaymentOf = (driver: RegisteredDriver): PaymentOpening => {
  const { driver_code, car_number, fullname, mobile_number, plans, first_month, first_payment_type } = driver;
  return {
    prefill: { driver_code, car_number, fullname, mobile_number, payment_type: first_payment_type ?? '' },
    // A confirmation kept by an older version may lack these.
    pricing: { plans: plans ?? [], first_month: first_month ?? '' },
  };
};

/**
 * Reads the page's state from the history: a registration or a payment to confirm, and the form's
 * opening. The entry outlives updates, so unknown values are ignored.
 */
export const readCarried = (state: unknown) => {
  const kept = Object(state?.valueOf()) as { registered?: unknown; payer?: unknown; paid?: unknown };
  const registered = hasTexts(kept.registered, REGISTERED) ? (kept.registered as RegisteredDriver) : null;
  const paid = hasTexts(kept.paid, PAID) ? (kept.paid as PaidClaim) : null;
  const payer = readPaymentOpening(kept.payer);
  const given = registered ? firstPaymentOf(registered) : payer;
  return {
    registered,
    paid,
    /** The page's driver, also after paying. */
    driver_code: given?.prefill.driver_code ?? '',
    opened: (paid ? null : given) ?? EMPTY,
    /** 'Pay now' on a member's own page leads back there. */
    cancelPath: payer ? START_PAGES.member.to : '/',
  };
};

/** The way to the password, with the code that is shown once; without it where it has run out. */
const setupOf = ({ setup_code: code = '', car_number: car }: RegisteredDriver) => ({
  path: code ? memberPasswordPath({ code, car }) : MEMBER_PASSWORD_PATH,
  code,
});

export default function MainPayments() {
  const { state } = useLocation();
  const isHydrated = useHydrated();
  const { registered, paid, driver_code, opened, cancelPath } = readCarried(isHydrated ? state : null);
  return (
    <PaymentsPage
      key={driver_code}
      cancelPath={cancelPath}
      returnPath="/main_payments"
      opened={opened}
      paid={paid}
      setup={registered && setupOf(registered)}
    >
      {registered && <RegisteredPanel driver={registered} />}
    </PaymentsPage>
  );
}
