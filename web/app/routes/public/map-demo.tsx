import { pageMeta } from '~/components/site/site-meta.ts';
import { MapDemo } from '~/features/site/map/map-demo.tsx';

export const meta = () => pageMeta('/map_demo');

export default function MapPage() {
  return (
    <main>
      <MapDemo />
    </main>
  );
}
