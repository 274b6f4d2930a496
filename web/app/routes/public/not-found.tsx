import { Lost } from '~/features/marketing/lost/lost.tsx';

export const meta = () => [{ title: 'Page not found · Banbo Driver Safety' }, { name: 'robots', content: 'noindex' }];

export default function NotFound() {
  return (
    <main>
      <Lost />
    </main>
  );
}
