import {
  CONTACT_MOVES,
  type ContactChange,
  ContactReason,
  type ContactRecord,
  formatInstant,
  formatPhone,
  isOpenContact,
  linkContactDriver,
  shownName,
} from '@banbo/contract';
import { Box, Button, Grid, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { DriverFinder } from '~/components/driver-finder/driver-finder.tsx';
import { AllowedLink } from '~/components/page/allowed-link.tsx';
import side from '~/components/page/side-panel.module.css';
import { Confirm } from '~/components/question/confirm.tsx';
import { HistorySteps } from '~/components/record/changes.tsx';
import { EmailText, type Fact, FactList } from '~/components/record/fact-list.tsx';
import { ChangeButton, StateActions } from '~/components/record/record-actions.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { useSession } from '~/lib/session/session-store.ts';
import styles from './contact.module.css';
import { useMessageDesk } from './contact-desk.ts';
import { CONTACT_REFRESH_MS, ContactBadge } from './contact-table.tsx';
import { useNextMessage } from './next-message.ts';
import { WriteEntry } from './write-entry.tsx';

/** Changes a message at the desk whose page is open. */
const useStep = ({ id }: ContactRecord) => {
  const desk = useMessageDesk();
  return (body: ContactChange) => change(desk.change, { params: { id }, body });
};

function AssignMessage({ record }: { record: ContactRecord }) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState('');
  const step = useStep(record);
  const { data: people = [] } = useQuery({ ...read(useMessageDesk().people, {}), enabled: isOpen });
  const from = record.assigned_to?.id ?? null;
  const others = people.filter(({ id }) => id !== from);
  const to = chosen || others[0]?.id;
  const assign = useAction({
    run: (id: string) => step({ change: 'assign', to: id, from }),
    says: ({ message }) => message,
    onEnd: () => setOpen(false),
  });
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        Assign to…
      </Button>
      <Confirm
        opened={isOpen}
        title="Who answers it?"
        action="Assign"
        busy={assign.isPending}
        onConfirm={() => to && assign.mutate(to)}
        onClose={() => setOpen(false)}
      >
        <NativeSelect
          data-autofocus
          label="Person"
          data={others.map(({ id, fullname, username }) => ({ value: id, label: `${fullname} (${username})` }))}
          value={to ?? ''}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      </Confirm>
    </>
  );
}

/** Closing what nobody replied to asks for the reason. */
const UNANSWERED = {
  label: 'Close…',
  question: {
    title: 'Close it without a reply?',
    text: 'Nobody has replied to it. You can reopen it later.',
    action: 'Close',
    reason: { schema: ContactReason, seenBy: 'Stays with the message and in the audit log.' },
  },
};

/** True while the only answers are ones that staff noted, so that the mark can be undone. */
const isMarkedByHand = ({ entries }: ContactRecord): boolean =>
  entries.every(({ kind }) => kind !== 'reply' && kind !== 'text');

const NOT_REPLIED = {
  label: 'Not replied yet…',
  question: {
    title: 'Was it marked by mistake?',
    text: 'It waits for a reply again. What was noted stays, marked as not given.',
    action: 'Undo the mark',
  },
};

function ContactActions({ record }: { record: ContactRecord }) {
  const session = useSession();
  const step = useStep(record);
  const { status, assigned_to } = record;
  const isOwn = assigned_to?.username === session?.username;
  const from = assigned_to?.id ?? null;
  return (
    <Group gap="xs">
      <StateActions
        status={status}
        changes={CONTACT_MOVES}
        words={{
          take: { label: 'Take it', isMain: true },
          assign: <AssignMessage key="assign" record={record} />,
          give_back: { label: isOwn ? 'Give it back' : 'Take it from them' },
          close: isOpenContact(status) ? UNANSWERED : { label: 'Close', isMain: true },
          spam: { label: 'Spam' },
          reopen: { label: 'Reopen', isMain: true },
          undo: { label: 'Not spam', isMain: true },
          ...(isMarkedByHand(record) && { not_replied: NOT_REPLIED }),
        }}
        send={(name, reason) =>
          step({ change: name, ...(name === 'give_back' && { from }), ...(reason && { reason }) })
        }
      />
    </Group>
  );
}

/** The driver whom the message is from, or a way to find them. */
function LinkDriver({ record: { id, driver } }: { record: ContactRecord }) {
  const { can } = useAbility();
  const link = (driver_id: string | null) => change(linkContactDriver, { params: { id }, body: { driver_id } });
  const linking = useAction({ run: link, says: ({ message }) => message });
  if (!driver)
    return can('drivers.search') && <DriverFinder name="driver" onFound={(found) => linking.mutateAsync(found.id)} />;
  return (
    <Stack gap={4} align="flex-start">
      {can('drivers.read') ? (
        <Link to={`/view_driver/${driver.id}`}>{shownName(driver.fullname)}</Link>
      ) : (
        shownName(driver.fullname)
      )}
      <Text span size="sm" c="dimmed">
        {driver.driver_code} · {driver.car_number}
        {driver.is_removed && ' · removed'}
      </Text>
      <ChangeButton label="Not theirs" button={{ size: 'compact-sm' }} send={() => link(null)} />
    </Stack>
  );
}

/** The tenant who sent the message while they were signed in. */
function SendingTenant({ tenant: { id, tenant_code, fullname } }: { tenant: NonNullable<ContactRecord['tenant']> }) {
  return (
    <p>
      <AllowedLink to={`/tenants/${id}`}>{shownName(fullname)}</AllowedLink>{' '}
      <Text span size="sm" c="dimmed">
        {tenant_code}
      </Text>
    </p>
  );
}

const KINDS = {
  ...{ reply: 'Reply by mail', text: 'Text message', whatsapp: 'WhatsApp' },
  ...{ answered: 'Answered another way', note: 'Note' },
} as const;
const DELIVERIES = {
  ...{ waiting: 'waits in the outbox', held: 'waits in the outbox', sent: 'sent', failed: 'failed' },
  expired: 'not sent',
} as const;

type Said = { id: string; kind: string; head: (string | null)[]; text: string; isLost?: boolean; isUndone?: boolean };

/** The words of the visitor and of staff, the oldest first; all of it is text and never markup. */
const thread = ({ name, received_at, message, entries }: ContactRecord): Said[] => [
  { id: 'visitor', kind: 'visitor', head: [name, formatInstant(received_at)], text: message },
  ...entries.map(({ id, kind, by, at, sent_to, delivery, undone_at, text }) => ({
    ...{ id, kind },
    head: [
      sent_to ? `${KINDS[kind]} to ${formatPhone(sent_to)}` : KINDS[kind],
      by,
      formatInstant(at),
      delivery && DELIVERIES[delivery],
    ],
    text,
    isLost: delivery === 'failed' || delivery === 'expired',
    isUndone: undone_at !== null,
  })),
];

const factsOf = (record: ContactRecord): Fact[] => [
  ['From', record.name],
  ...(record.email ? [['E-mail', <EmailText key="email" email={record.email} />] as const] : []),
  ...(record.contact_number ? [['Number', formatPhone(record.contact_number)] as const] : []),
  ['Received', formatInstant(record.received_at)],
  ['Assigned to', record.assigned_to?.fullname ?? 'Nobody'],
  ...(record.replied_at ? [['First reply', formatInstant(record.replied_at)] as const] : []),
  ...(record.closed_at ? [['Closed', formatInstant(record.closed_at)] as const] : []),
  ...(record.status_reason ? [['Reason', record.status_reason] as const] : []),
];

/** A message with its thread, and beside it who it is from and what may be done. */
export function ContactMessagePage({ id }: { id: string }) {
  const desk = useMessageDesk();
  useNextMessage(id);
  return (
    <RecordPage
      of="message"
      query={{ ...read(desk.show, { params: { id } }), staleTime: 0, refetchInterval: CONTACT_REFRESH_MS }}
      all={{ to: desk.path, label: 'All messages' }}
      title={({ subject }) => subject}
      lead={({ reference }) => reference}
    >
      {(record) => (
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <Stack component="ol" gap="sm" p={0} mb="md" aria-label="Messages">
              {thread(record).map(({ id, kind, head, text, isLost, isUndone }) => (
                <Box
                  component="li"
                  key={id}
                  py="sm"
                  data-kind={kind}
                  className={`card ${kind === 'visitor' ? '' : styles.own}`}
                >
                  <Text size="xs" c="dimmed">
                    {head.filter(Boolean).join(' · ')}
                  </Text>
                  <p className={styles.words}>{text}</p>
                  {isLost && (
                    <Text size="sm" c="var(--danger)" mt="xs">
                      This did not reach the visitor. Please answer another way.
                    </Text>
                  )}
                  {isUndone && (
                    <Text size="sm" c="var(--danger)" mt="xs">
                      Marked by mistake: this answer was not given.
                    </Text>
                  )}
                </Box>
              ))}
            </Stack>
            <WriteEntry record={record} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 4 }}>
            <aside className={side.panel} aria-label="About the message">
              <p>
                <ContactBadge status={record.status} />
              </p>
              <ContactActions record={record} />
              <FactList facts={factsOf(record)} />
              {record.tenant ? (
                <>
                  <h2>Tenant</h2>
                  <SendingTenant tenant={record.tenant} />
                </>
              ) : (
                <>
                  <h2>Driver</h2>
                  <LinkDriver record={record} />
                </>
              )}
              {record.history.length > 0 && (
                <details>
                  <summary>What was done</summary>
                  <HistorySteps steps={record.history} />
                </details>
              )}
            </aside>
          </Grid.Col>
        </Grid>
      )}
    </RecordPage>
  );
}
