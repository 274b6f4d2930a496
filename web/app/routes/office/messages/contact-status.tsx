import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { ContactOverview } from '~/features/messages/contact/contact-overview.tsx';

export default function ContactStatus() {
  const all = (
    <Button component={Link} to="/contact_messages" variant="default">
      Messages
    </Button>
  );
  return (
    <Page title="Contact Status" actions={all}>
      <ContactOverview />
    </Page>
  );
}
