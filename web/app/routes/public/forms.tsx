import '~/styles/form-kit.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { theme } from '~/lib/mantine-theme.ts';
import { queryClient } from '~/lib/query-client.ts';

/** What the public pages with forms need. They are opened on cheap phones, so only the kit's styles they use come along. */
export default function PublicForms() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withGlobalClasses={false} withCssVariables={false}>
      <QueryClientProvider client={queryClient}>
        <Outlet />
      </QueryClientProvider>
    </MantineProvider>
  );
}
