import { pageMeta } from '~/components/site/site-meta.ts';
import { Mission } from '~/features/site/about/mission.tsx';

export const meta = () => pageMeta('/more_about');

export default function MoreAbout() {
  return (
    <main>
      <Mission />
    </main>
  );
}
