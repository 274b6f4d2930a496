import { Box, Group, Text } from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

type Props = {
  /** The heading; by default the title of the open page. */
  title?: ReactNode;
  /** Beside the title: a record's names, such as a driver's code and car. */
  facts?: ReactNode;
  /** A line under the title. */
  lead?: ReactNode;
  /** A line at the page's end, about a list that begins right below the title. */
  about?: ReactNode;
  /** The links of the page's parts, beside the title. */
  parts?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** The title of the open page. */
export const PageTitle = createContext('');

const TitleCount = createContext<(count: string) => void>(() => undefined);

/** Shows a list's count beside the page's title while the list is open. */
export const useTitleCount = (count: string): void => {
  const show = useContext(TitleCount);
  useEffect(() => {
    show(count);
    return () => show('');
  }, [show, count]);
};

/** An office page: its heading, its actions, and its content. */
export function Page({ title, facts, lead, about, parts, actions, children }: Props) {
  const titleOfPage = useContext(PageTitle);
  const [count, setCount] = useState('');
  return (
    <TitleCount value={setCount}>
      <Group align="center" justify="space-between" gap="xs" mb={lead ? 'sm' : 'xs'} mih="2.125rem">
        <div>
          <Group gap="xs" align="baseline">
            <Box component="h1" fz="1.375rem">
              {title ?? titleOfPage}
            </Box>
            {/* A heading of its own, such as a driver's name, is no name of the list. */}
            {title === undefined && (
              // Keeps its room while it loads: the buttons beside it must not wrap later.
              <Text c="dimmed" fz="sm" miw="2rem" visibleFrom="sm">
                {count}
              </Text>
            )}
            {facts && (
              <Text component="div" c="dimmed" ms="xs">
                {facts}
              </Text>
            )}
          </Group>
          {lead && (
            <Text c="dimmed" mt={4}>
              {lead}
            </Text>
          )}
        </div>
        {parts && (
          <Box flex="1 1 16rem" miw={0} px="sm">
            {parts}
          </Box>
        )}
        {actions && (
          <Group gap="xs" className="head-actions">
            {actions}
          </Group>
        )}
      </Group>
      {children}
      {about && (
        <Text c="dimmed" fz="sm" mt="md">
          {about}
        </Text>
      )}
    </TitleCount>
  );
}
