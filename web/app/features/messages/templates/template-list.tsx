import { formatInstant, listMessageTemplates, type MessageTemplate, templateOf } from '@banbo/contract';
import { Box, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { read } from '~/lib/api/query-client.ts';
import { TemplateForm } from './template-form.tsx';

const whoseWords = ({ own_words, changed_by, changed_at }: MessageTemplate): string =>
  own_words === null || changed_at === null
    ? 'Standard text'
    : `Own text, by ${changed_by ?? 'somebody'}, ${formatInstant(changed_at)}`;

type EntryProps = { template: MessageTemplate; isOpen: boolean; onToggle: (isOpen: boolean) => void };

function Entry({ template, isOpen, onToggle }: EntryProps) {
  const { label, when, words } = templateOf(template.key);
  return (
    <Box
      component="details"
      className="card"
      py="sm"
      open={isOpen}
      onToggle={(event) => onToggle(event.currentTarget.open)}
    >
      <Group component="summary" align="baseline" gap="xs">
        <strong>{label}</strong>
        <span className="soft">{whoseWords(template)}</span>
        {!template.is_used && <StatusBadge tone="plain">Not sent by this server</StatusBadge>}
        {template.waiting_approval !== null && <StatusBadge tone="waiting">Other words wait</StatusBadge>}
        {template.problem !== null && <StatusBadge tone="bad">Cannot be sent</StatusBadge>}
        <Text span c="var(--brand)" fz="sm" fw={500} ml="auto">
          {isOpen ? 'Less' : 'Change'}
        </Text>
        {!isOpen && (
          <Text span className="soft" fz="sm" w="100%" style={{ overflowWrap: 'anywhere' }}>
            {template.own_words ?? words}
          </Text>
        )}
      </Group>
      <p className="soft">{when}.</p>
      {template.problem !== null && (
        <Text role="alert" className="note" data-tone="bad" mt="xs">
          {template.problem} The standard text is sent until this is corrected.
        </Text>
      )}
      {isOpen && <TemplateForm template={template} />}
    </Box>
  );
}

/** The open entry: one at a time. A late close of another changes nothing. */
const closedOrOpen = (before: string | null, key: string, isOpen: boolean): string | null => {
  if (isOpen) return key;
  return before === key ? null : before;
};

/** The product's text messages; each opens to be put in the company's own words. */
export function TemplateList() {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <RecordLoaded of="words" query={{ ...read(listMessageTemplates, {}), staleTime: 0 }}>
      {(templates) => (
        <Stack gap="sm">
          {templates.map((template) => (
            <Entry
              key={template.key}
              template={template}
              isOpen={template.key === open}
              onToggle={(isOpen) => setOpen((before) => closedOrOpen(before, template.key, isOpen))}
            />
          ))}
        </Stack>
      )}
    </RecordLoaded>
  );
}
