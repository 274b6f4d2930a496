import { Hero } from '~/features/marketing/home/hero.tsx';

export default function Home() {
  return (
    <main>
      <Hero />
    </main>
  );
}
