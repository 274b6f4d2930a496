import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { OutboxTable } from '~/features/messages/outbox-table.tsx';
import { SendingPanel } from '~/features/messages/sending/sending-panel.tsx';
import { useAbility } from '~/lib/ability.ts';

export default function Outbox() {
  const { can } = useAbility();
  const templates = can('messages.change') && (
    <Button component={Link} to="/message_templates" variant="default">
      Message templates
    </Button>
  );
  return (
    <Page title="Outbox" lead="Messages to members and staff." actions={templates}>
      <SendingPanel />
      <OutboxTable />
    </Page>
  );
}
