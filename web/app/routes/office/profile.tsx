import { Box, Stack } from '@mantine/core';
import { OwnProfileForm } from '~/features/identity/accounts/own-profile-form.tsx';
import { OwnAccess, OwnSignIns } from '~/features/identity/accounts/own-sessions.tsx';
import { OwnSecondFactorPanel } from '~/features/identity/second-factor/own-second-factor.tsx';
import { useSession } from '~/lib/session/session-store.ts';

function OwnDetails() {
  return (
    <section>
      <h2 className="ruled-title">My details</h2>
      {/* As high as the form will be, so that the parts below keep their place. */}
      <Box mih={{ base: '33rem', sm: '18.5rem' }}>
        <OwnProfileForm />
      </Box>
    </section>
  );
}

function OwnStaffParts() {
  return (
    <>
      <section>
        <h2 className="ruled-title">My second factor</h2>
        <OwnSecondFactorPanel />
      </section>
      <section>
        <h2 className="ruled-title">My last sign-ins</h2>
        <OwnSignIns />
      </section>
    </>
  );
}

export default function Profile() {
  // An auditor has a password and sessions alone; who opened the sign-in gave the details.
  const isAuditor = useSession()?.role === 'Auditor';
  return (
    <Stack gap="xl" maw="46rem">
      {!isAuditor && <OwnDetails />}
      <OwnAccess />
      {!isAuditor && <OwnStaffParts />}
    </Stack>
  );
}
