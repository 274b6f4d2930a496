import { useLocation } from 'react-router';
import { pageMeta } from '~/components/site/site-meta.ts';
import { RegisteredPanel } from '~/features/drivers/registration/registered-panel.tsx';
import { PaymentsPage } from '~/features/payments/form/payments-page.tsx';
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
