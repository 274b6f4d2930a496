import { pageMeta } from '~/components/site/site-meta.ts';
import { Wizard } from '~/features/drivers/registration/wizard.tsx';

export const meta = () => pageMeta('/main_registration');

export default function MainRegistration() {
  return (
    <main>
      <Wizard returnPath="/main_payments" />
    </main>
  );
}
