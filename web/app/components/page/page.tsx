import { Box, Group, Text } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';

type Props = {
  /** The heading; by default the title of the open page. */
  title?: ReactNode;
  /** A line under the title. */
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** The title of the open page. */
export const PageTitle = createContext('');

/** An office page: its heading, its actions, and its content. */
export function Page({ title, lead, actions, children }: Props) {
  const titleOfPage = useContext(PageTitle);
  return (
    <>
      <Group align="end" justify="space-between" gap="xs" mb="md">
        <div>
          <Box component="h1" fz="1.375rem">
            {title ?? titleOfPage}
          </Box>
          {lead && (
            <Text c="dimmed" mt={4}>
              {lead}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </>
  );
}
