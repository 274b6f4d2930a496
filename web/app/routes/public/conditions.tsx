import { pageMeta } from '~/components/site/site-meta.ts';
import { Terms } from '~/features/site/terms/terms.tsx';

export const meta = () => pageMeta('/conditions');

export default function Conditions() {
  return (
    <main>
      <Terms />
    </main>
  );
}
