import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { ContactTable } from '~/features/messages/contact/contact-table.tsx';

export default function ContactMessages() {
  const overview = (
    <Button component={Link} to="/contact_status" variant="default">
      Status
    </Button>
  );
  return (
    <Page title="Contact Messages" actions={overview}>
      <ContactTable />
    </Page>
  );
}
