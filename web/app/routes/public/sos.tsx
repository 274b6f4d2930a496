import type { MetaArgs } from 'react-router';
import { pageMeta } from '~/components/site/site-meta.ts';
import { SosPage } from '~/features/incidents/sos/sos-page.tsx';

export const meta = ({ location }: MetaArgs) => pageMeta(location.pathname);

export default function Sos() {
  return <SosPage />;
}
