import { pageMeta } from '~/components/site-meta.ts';
import { FeatureList } from '~/features/marketing/home/feature-list.tsx';
import { Hero } from '~/features/marketing/home/hero.tsx';
import { JoinSteps } from '~/features/marketing/home/join-steps.tsx';
import { PanicSteps } from '~/features/marketing/home/panic-steps.tsx';
import { RegistrationInformation } from '~/features/marketing/home/registration-information.tsx';

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
