import {
  DISPATCH_STATUS_LABELS,
  formatInstant,
  formatPhone,
  listTeams,
  type ResponseTeam,
  scenesOf,
} from '@banbo/contract';
import { Box, Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { type Fact, FactList, StatusBadge } from '~/components/record/fact-list.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { EmptyState } from '~/components/trouble/states.tsx';
import { read, refresh } from '~/lib/api/query-client.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { TeamDuties } from './team-duties.tsx';
import styles from './teams.module.css';

function TeamState({ team }: { team: ResponseTeam }) {
  const { is_active, duty_now } = team;
  const [sent, ...others] = scenesOf(team);
  if (!is_active) return <StatusBadge tone="plain">Out of service</StatusBadge>;
  if (others.length > 0) return <StatusBadge tone="waiting">{`At ${others.length + 1} emergencies`}</StatusBadge>;
  if (sent) return <StatusBadge tone="waiting">{DISPATCH_STATUS_LABELS[sent.status]}</StatusBadge>;
  return <StatusBadge tone={duty_now ? 'good' : 'plain'}>{duty_now ? 'On duty' : 'Off duty'}</StatusBadge>;
}

const factsOf = ({ phone, vehicle, people, duty_now, duty_next, area, ...sent }: ResponseTeam): Fact[] => [
  [
    'Phone',
    <a key="phone" href={`tel:${phone}`}>
      {formatPhone(phone)}
    </a>,
  ],
  ...(vehicle === '' ? [] : [['Vehicle', vehicle] as const]),
  ...(sent.sent_to
    ? [
        [
          'Sent to',
          <span key="sent">
            {scenesOf(sent).map(({ incident_id, number, status }, n) => (
              <span key={incident_id}>
                {n > 0 && ', '}
                <Link to={`/response_request/${incident_id}`}>{number}</Link>:{' '}
                {DISPATCH_STATUS_LABELS[status].toLowerCase()}
              </span>
            ))}
          </span>,
        ] as const,
      ]
    : []),
  ['On duty', duty_now ? `Until ${formatInstant(duty_now.ends_at)}` : 'Not now'],
  ['Next duty', duty_next ? `${formatInstant(duty_next.starts_at)} to ${formatInstant(duty_next.ends_at)}` : 'None'],
  ['Area', area ? 'Drawn on the map' : 'Everywhere'],
  ...(people.length === 0
    ? []
    : [
        [
          'People',
          <span key="people">
            {people.map(({ name, phone: own }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a person is known by their place
              <span key={n}>
                {n > 0 && ', '}
                {name}{' '}
                {own !== '' && (
                  <a className={styles.phone} href={`tel:${own}`}>
                    {formatPhone(own)}
                  </a>
                )}
              </span>
            ))}
          </span>,
        ] as const,
      ]),
];

/** The response teams: who is on duty now and next, and where each is sent. */
export function TeamList() {
  const { can } = useAbility();
  const mayChange = can('incidents.teams');
  useLive(['incidents'], () => refresh('response_teams'));
  return (
    <RecordLoaded of="teams" query={{ ...read(listTeams, {}), staleTime: 0 }}>
      {({ teams }) => (
        <>
          {teams.length === 0 && (
            <EmptyState>
              <p>There are no response teams yet.</p>
            </EmptyState>
          )}
          <ul className={styles.cards} aria-label="Response teams">
            {teams.map((team) => (
              <Box component="li" key={team.id} className={`card stack close ${styles.team}`}>
                <Group justify="space-between" gap="xs">
                  <h2 className="large">{team.name}</h2>
                  <TeamState team={team} />
                </Group>
                <FactList facts={factsOf(team)} />
                {mayChange && (
                  <Group gap="xs" className={styles.end}>
                    <TeamDuties team={team} />
                    <Button component={Link} to={`/edit_response_team/${team.id}`} variant="default" size="compact-sm">
                      Edit<span className="visually-hidden"> {team.name}</span>
                    </Button>
                  </Group>
                )}
              </Box>
            ))}
          </ul>
        </>
      )}
    </RecordLoaded>
  );
}
