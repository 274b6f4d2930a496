import { pageMeta } from '~/components/site/site-meta.ts';
import { MyLocation } from '~/features/site/location/my-location.tsx';

export const meta = () => pageMeta('/location');

export default function Location() {
  return (
    <main>
      <MyLocation />
    </main>
  );
}
