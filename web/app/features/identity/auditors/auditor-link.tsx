import { type Auditor, formatInstant, type IssuedCode } from '@banbo/contract';
import { Box } from '@mantine/core';
import { SecretLink } from '~/components/record/copy-button.tsx';

type Props = { invited: { auditor: Auditor } & IssuedCode };

/** An auditor's link to set the password, shown only once, with the username to go with it. */
export function AuditorLink({ invited: { auditor, invitation_link, mailed } }: Props) {
  const link = new URL(invitation_link, window.location.origin).href;
  return (
    <Box component="section" className="card" p="lg" mb="md" maw="44rem" aria-labelledby="link-title">
      <h2 id="link-title">Sign-in for {auditor.fullname}</h2>
      <p>
        Username <strong>{auditor.username}</strong>, until {formatInstant(auditor.ends_at)}.{' '}
        {mailed
          ? `The link was sent to ${auditor.email}. You can also give it yourself.`
          : 'Copy this link and give it to them in a way that nobody else can read.'}{' '}
        It sets the password, once, within 24 hours, and is shown only now.
      </p>
      <Box mt="md">
        <SecretLink label="Link to set the password" link={link} />
      </Box>
    </Box>
  );
}
