import { Box, Stack } from '@mantine/core';
import { Page } from '~/components/page/page.tsx';
import { SaveOwnData } from '~/features/drivers/privacy/save-personal-data.tsx';
import { OwnAccess } from '~/features/identity/accounts/own-sessions.tsx';
import { titled } from '~/lib/api/known-site.ts';
import { useSession } from '~/lib/session/session-store.ts';

export const meta = titled('Password and Devices');

/** A member's or tenant's password and devices. */
export default function OwnAccount() {
  const session = useSession();
  return (
    <Page title="Password and devices">
      <Stack gap="xl" maw="46rem">
        <OwnAccess />
        {session?.role === 'Member' && (
          <section>
            <h2 className="ruled-title">My data</h2>
            <Box component="p" mb="sm">
              All that we hold of you, as one file. To have something corrected or erased, contact us.
            </Box>
            <SaveOwnData />
          </section>
        )}
      </Stack>
    </Page>
  );
}
