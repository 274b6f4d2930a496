import {
  changeStolenCar,
  closeStolenLink,
  formatInstant,
  MOST_LINK_HOURS,
  makeStolenLink,
  NewStolenLink,
  STOLEN_MOVES,
  StolenChange,
  type StolenLink,
  type StolenRecord,
  shownName,
  showStolenCar,
} from '@banbo/contract';
import { Box, Button, Grid, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import side from '~/components/page/side-panel.module.css';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { HistorySteps } from '~/components/record/changes.tsx';
import { SecretLink } from '~/components/record/copy-button.tsx';
import { type Fact, FactList, StatusBadge } from '~/components/record/fact-list.tsx';
import { ChangeButton, StateActions } from '~/components/record/record-actions.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { change, read, refresh } from '~/lib/api/query-client.ts';
import { checkBy, withFixed } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { StolenBadge } from './stolen-table.tsx';

type Props = { record: StolenRecord };

/** The secret stands behind the `#`, which browsers send to nobody. */
const addressOf = (token: string): string => `${window.location.origin}/shared_car#${token}`;

const bodyOf = ({ made_for, hours }: { made_for: string; hours: string }) => ({ made_for, hours: Number(hours) });

/** Makes a link, and shows it once. */
function MakeLink({ record: { id, car_number } }: Props) {
  const [opened, setOpened] = useState(false);
  const [made, setMade] = useState<{ link: string; says: string } | null>(null);
  const check = checkBy(NewStolenLink);
  const form = useForm({ initial: { made_for: '', hours: '12' }, check: (values) => check(bodyOf(values)) });
  return (
    <>
      <Group>
        <Button onClick={() => setOpened(true)}>Make a link…</Button>
      </Group>
      {made && (
        <Box component="section" className="card stack close" role="status" aria-label="New link">
          <SecretLink label="Send this link only to those who search for the car" link={made.link} />
          <p>{made.says}</p>
        </Box>
      )}
      <FormQuestion
        opened={opened}
        title={`A link that shows ${car_number}`}
        action="Make the link"
        form={form}
        send={async (values) => {
          const answer = await change(makeStolenLink, { params: { id }, body: bodyOf(values) });
          setMade({ link: addressOf(answer.token), says: answer.message });
          return answer;
        }}
        onClose={() => setOpened(false)}
      >
        <p>Anyone with the link sees the car’s number, place and trail until it ends or you close it.</p>
        <TextInput
          mt="sm"
          {...form.input('made_for')}
          label="For whom"
          placeholder="Police, Nima station"
          required
          maxLength={120}
        />
        <NumberInput
          mt="sm"
          {...form.input('hours')}
          onChange={(value) => form.setFieldValue('hours', String(value))}
          label="Hours until it ends"
          description={`At most ${MOST_LINK_HOURS}.`}
          min={1}
          max={MOST_LINK_HOURS}
          allowDecimal={false}
          required
        />
      </FormQuestion>
    </>
  );
}

const stateOf = ({ is_open, closed_at, ends_at }: StolenLink): string => {
  if (is_open) return `Open until ${formatInstant(ends_at)}`;
  return closed_at === null ? `Ended ${formatInstant(ends_at)}` : `Closed ${formatInstant(closed_at)}`;
};

function LinkCard({ link, mayShare }: { link: StolenLink; mayShare: boolean }) {
  const { id, made_for, made_at, made_by, is_open, openings } = link;
  return (
    <Box component="li" className="card stack close">
      <Group justify="space-between" gap="xs">
        <strong>{made_for}</strong>
        <StatusBadge tone={is_open ? 'waiting' : 'plain'}>{stateOf(link)}</StatusBadge>
      </Group>
      <Text size="sm" c="dimmed">
        Made {formatInstant(made_at)} by {made_by}
      </Text>
      {openings.length === 0 ? (
        <p>Nobody has opened it yet.</p>
      ) : (
        <ul className="ruled" aria-label={`Openings of the link for ${made_for}`}>
          {openings.map(({ opened_at, address, user_agent }) => (
            <li key={`${opened_at} ${address}`}>
              {formatInstant(opened_at)} from {address}{' '}
              <Text span size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {user_agent}
              </Text>
            </li>
          ))}
        </ul>
      )}
      {is_open && mayShare && (
        <Group>
          <ChangeButton
            label="Close it now"
            of={`the link for ${made_for}`}
            button={{ size: 'compact-sm' }}
            send={() => change(closeStolenLink, { params: { id } })}
          />
        </Group>
      )}
    </Box>
  );
}

const END = {
  label: 'End the search…',
  question: {
    title: 'End the search for this car?',
    text: 'Its links close at once, and the owner is told.',
    action: 'End the search',
    danger: false,
    reason: {
      schema: withFixed(StolenChange, { change: 'end' }),
      seenBy: 'Stays with the car and in the audit log.',
    },
  },
};

const factsOf = (record: StolenRecord, seesDriver: boolean): Fact[] => [
  [
    'Driver',
    seesDriver ? (
      <Link key="driver" to={`/view_driver/${record.driver_id}`}>
        {shownName(record.fullname)}
      </Link>
    ) : (
      shownName(record.fullname)
    ),
  ],
  ['Driver code', record.driver_code],
  ['Last seen', record.last_seen],
  ['Declared', `${formatInstant(record.declared_at)} by ${record.declared_by}`],
  ...(record.ended_at ? [['Ended', `${formatInstant(record.ended_at)} by ${record.ended_by}`] as const] : []),
  ...(record.status_reason ? [['Outcome', record.status_reason] as const] : []),
];

const Steps = ({ record: { history } }: Props) =>
  history.length > 0 && (
    <details>
      <summary>What was done</summary>
      <HistorySteps steps={history} />
    </details>
  );

/** A stolen car with the links to it and who opened them. */
export function StolenPage({ id }: { id: string }) {
  const { can } = useAbility();
  const mayShare = can('tracking.share');
  useLive(['stolen_cars'], () => refresh('stolen_cars'));
  return (
    <RecordPage
      of="stolen car"
      query={{ ...read(showStolenCar, { params: { id } }), staleTime: 0 }}
      all={{ to: '/stolen_cars', label: 'All stolen cars' }}
      title={({ car_number }) => car_number}
      lead={({ driver_code }) => driver_code}
    >
      {(record) => (
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <Stack gap="md">
              <h2 className="large">Links</h2>
              {record.status === 'open' && mayShare && <MakeLink record={record} />}
              {record.links.length === 0 && <p>No link was made yet.</p>}
              <Stack component="ul" gap="sm" p={0} m={0}>
                {record.links.map((link) => (
                  <LinkCard key={link.id} link={link} mayShare={mayShare} />
                ))}
              </Stack>
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 4 }}>
            <aside className={side.panel} aria-label="About the stolen car">
              <p>
                <StolenBadge status={record.status} />
              </p>
              <Group gap="xs">
                {record.status === 'open' && (
                  <Button component={Link} variant="default" to={`/tracker_map?car=${record.driver_id}`}>
                    Show on the map
                  </Button>
                )}
                {mayShare && (
                  <StateActions
                    status={record.status}
                    changes={STOLEN_MOVES}
                    words={{ end: END }}
                    send={(name, reason) => change(changeStolenCar, { params: { id }, body: { change: name, reason } })}
                  />
                )}
              </Group>
              <FactList facts={factsOf(record, can('drivers.read'))} />
              <Steps record={record} />
            </aside>
          </Grid.Col>
        </Grid>
      )}
    </RecordPage>
  );
}
