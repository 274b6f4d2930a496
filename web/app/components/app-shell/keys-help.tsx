import { Flex, Group, Kbd, Modal, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { type SaidKey, usePageKey, useSaidKeys } from '~/lib/use-page-key.ts';

const SEARCH: SaidKey = { keys: ['/', 'Ctrl K'], says: 'Search the office' };
const KEYS: readonly SaidKey[] = [
  { keys: ['j', '↓'], says: 'The next row of a list' },
  { keys: ['k', '↑'], says: 'The row before it' },
  { keys: ['Enter'], says: 'Open the row, or the result of a search' },
  { keys: ['Ctrl P'], says: 'Print the whole list, with its filters' },
  { keys: ['Esc'], says: 'Leave the search, or close what is open' },
  { keys: ['?'], says: 'These keys' },
];

function Keys({ of }: { of: readonly SaidKey[] }) {
  return (
    <dl>
      {of.map(({ keys, says }) => (
        <Flex key={says} align="baseline" py={4}>
          <Group component="dt" gap={4} flex="0 0 7rem">
            {keys.map((key) => (
              <Kbd key={key} size="md">
                {key}
              </Kbd>
            ))}
          </Group>
          <dd>{says}</dd>
        </Flex>
      ))}
    </dl>
  );
}

/** The keyboard hint in the footer; `?` lists all keys, those of the open page first. */
export function KeysHelp({ hasSearch }: { hasSearch: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const ofPage = useSaidKeys();
  usePageKey(['?'], () => {
    setOpen(true);
    return true;
  });
  return (
    <>
      {/* Phones have no keys to press. */}
      <Text inherit visibleFrom="sm">
        Keys: {hasSearch && '/ search · '}j k rows · Enter open ·{' '}
        <UnstyledButton className="link" c="inherit" px={4} onClick={() => setOpen(true)}>
          ? all keys
        </UnstyledButton>
      </Text>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Keys of the office" size="sm" centered>
        {ofPage.length > 0 && (
          <>
            <Text component="h3" fz="sm" fw={600}>
              On this page
            </Text>
            <Keys of={ofPage} />
            <Text component="h3" fz="sm" fw={600} mt="sm">
              Everywhere
            </Text>
          </>
        )}
        <Keys of={[...(hasSearch ? [SEARCH] : []), ...KEYS]} />
        <Text c="dimmed" fz="sm" mt="sm">
          Letters and marks are keys only while you are not typing in a field.
        </Text>
      </Modal>
    </>
  );
}
