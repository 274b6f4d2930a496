import { pageMeta } from '~/components/site/site-meta.ts';
import { OurServices } from '~/features/site/services/our-services.tsx';

export const meta = () => pageMeta('/services');

export default function Services() {
  return (
    <main>
      <OurServices />
    </main>
  );
}
