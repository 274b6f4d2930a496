import { Lost } from '~/features/marketing/lost/lost.tsx';
import { titled } from '~/lib/page-title.ts';

export const meta = titled('Page not found');

export default function NotFound() {
  return (
    <main>
      <Lost />
    </main>
  );
}
