import { pageMeta } from '~/components/site/site-meta.ts';
import { FeatureList } from '~/features/site/home/feature-list.tsx';
import { Hero } from '~/features/site/home/hero.tsx';
import { JoinSteps } from '~/features/site/home/join-steps.tsx';
import { PanicSteps } from '~/features/site/home/panic-steps.tsx';
import { RegistrationInformation } from '~/features/site/home/registration-information.tsx';

export const meta = () => pageMeta('/');

export default function Home() {
  return (
    <main>
      <Hero />
      <PanicSteps />
      <RegistrationInformation />
      <FeatureList />
      <JoinSteps />
    </main>
  );
}
