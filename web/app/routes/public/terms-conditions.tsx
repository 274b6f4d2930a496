import { pageMeta } from '~/components/site/site-meta.ts';
import { Terms } from '~/features/site/terms/terms.tsx';

export const meta = () => pageMeta('/terms_conditions');

export default function TermsConditions() {
  return (
    <main>
      <Terms />
    </main>
  );
}
