import { pageMeta } from '~/components/site/site-meta.ts';
import { AboutUs } from '~/features/site/about/about-us.tsx';

export const meta = () => pageMeta('/about');

export default function About() {
  return (
    <main>
      <AboutUs />
    </main>
  );
}
