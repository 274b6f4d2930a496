import '~/styles/office.css';
import { speakInSentences } from '@banbo/contract';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation, useNavigation } from 'react-router';
import { queryClient } from '~/lib/api/query-client.ts';
import { theme } from '~/lib/mantine-theme.ts';
import { SIGN_IN_PAGE } from '~/lib/session/guards.ts';
import type { SessionKind } from '~/lib/session/session-store.ts';

speakInSentences();

/** The shared parts of signed-in screens: the form library, and the cache of server data. */
export default function OfficeProviders() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Outlet />
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Replaces a page whose session ended, also in another tab. The sign-in page leads back to it. */
export function SignedOut({ kind }: { kind: SessionKind }) {
  const { pathname, search } = useLocation();
  // A person on the way to another page is asked to sign in there.
  if (useNavigation().state !== 'idle') return null;
  return <Navigate to={`${SIGN_IN_PAGE[kind]}?from=${encodeURIComponent(pathname + search)}`} replace />;
}
