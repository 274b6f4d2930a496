import { Page } from '~/components/page.tsx';
import { OutboxTable } from '~/features/messages/outbox-table.tsx';

export default function Outbox() {
  return (
    <Page
      title="Outbox"
      lead="Messages to members and staff. While no message service is set up, read them here and pass them on."
    >
      <OutboxTable />
    </Page>
  );
}
