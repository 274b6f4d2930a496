import '~/styles/office.css';
import { speakInSentences } from '@banbo/contract';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { queryClient } from '~/lib/api/query-client.ts';
import { theme } from '~/lib/mantine-theme.ts';

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
