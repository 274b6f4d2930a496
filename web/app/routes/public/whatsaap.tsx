import { pageMeta } from '~/components/site/site-meta.ts';
import { SendMessage } from '~/features/site/send-message/send-message.tsx';

export const meta = () => pageMeta('/whatsaap');

export default function Whatsaap() {
  return (
    <main>
      <SendMessage />
    </main>
  );
}
