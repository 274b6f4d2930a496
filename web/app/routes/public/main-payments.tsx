import { useLocation } from 'react-router';
import { pageMeta } from '~/components/site-meta.ts';
import { PaymentsPage } from '~/features/payments/payments-page.tsx';
import { RegisteredPanel } from '~/features/registration/registered-panel.tsx';
import { useHydrated } from '~/lib/use-hydrated.ts';
import { readCarried } from './carried.ts';

export const meta = () => pageMeta('/main_payments');

export default function MainPayments() {
  const { state } = useLocation();
  const isHydrated = useHydrated();
  const { registered, paid, driver_code, opened, cancelPath } = readCarried(isHydrated ? state : null);
  return (
    <main>
      <PaymentsPage key={driver_code} cancelPath={cancelPath} returnPath="/main_payments" opened={opened} paid={paid}>
        {registered && <RegisteredPanel driver={registered} />}
      </PaymentsPage>
    </main>
  );
}
