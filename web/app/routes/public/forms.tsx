import '~/styles/form-kit.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { theme } from '~/lib/mantine-theme.ts';
import { queryClient } from '~/lib/query-client.ts';

/** The frame of public pages with forms. They are opened on cheap phones, so it loads only the styles that they use. */
export default function PublicForms() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withGlobalClasses={false} withCssVariables={false}>
      <QueryClientProvider client={queryClient}>
        <Outlet />
      </QueryClientProvider>
    </MantineProvider>
  );
}
