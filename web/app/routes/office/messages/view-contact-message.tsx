import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { ContactDetails } from '~/features/messages/contact/contact-details.tsx';
import { contactQuery } from '~/features/messages/contact/contact-queries.ts';
import { isNotFound } from '~/lib/api.ts';

const ALL = { to: '/contact_messages', label: 'All messages' };

export default function ViewContactMessage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(contactQuery(id));
  if (error && !data) {
    return <LoadError message={error.message} onRetry={refetch} isMissing={isNotFound(error)} ways={[ALL]} />;
  }
  if (!data) return <p role="status">Loading message...</p>;
  const all = (
    <Button component={Link} to={ALL.to} variant="default">
      {ALL.label}
    </Button>
  );
  return (
    <Page title={data.subject} lead={data.reference} actions={all}>
      <ContactDetails record={data} />
    </Page>
  );
}
