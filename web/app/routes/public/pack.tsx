import { CheckPackPage } from '~/features/incidents/pack/check-pack.tsx';
import { titled } from '~/lib/api/known-site.ts';

export const meta = titled('Document');

export default function Pack() {
  return <CheckPackPage />;
}
