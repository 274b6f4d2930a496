import { pageMeta } from '~/components/site/site-meta.ts';
import { PricingPage } from '~/features/site/pricing/pricing.tsx';

export const meta = () => pageMeta('/pricing');

export default function Pricing() {
  return (
    <main>
      <PricingPage />
    </main>
  );
}
