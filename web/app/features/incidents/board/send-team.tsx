import { formatInstant, type IncidentRecord, NewDispatch, sendTeam, type TeamNear, teamsNear } from '@banbo/contract';
import { Box, Button, NumberInput, Radio, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { SecretLink } from '~/components/record/copy-button.tsx';
import { useRecord } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import styles from './board.module.css';
import { useBoardKey } from './board-keys.ts';
import { useBoardDraft } from './drafts.ts';

const CHECK_IN_MINUTES = '20';

const bodyOf = ({
  team_id,
  check_in_minutes,
  words,
}: {
  team_id: string;
  check_in_minutes: string;
  words: string;
}) => ({
  ...{ team_id, words, check_in_minutes: Number(check_in_minutes) },
});

const distanceText = (metres: number | null): string =>
  metres === null ? 'distance not known' : `${(metres / 1_000).toFixed(1)} km away`;

const dutyText = ({ duty_now }: TeamNear): string =>
  duty_now ? `on duty until ${formatInstant(duty_now.ends_at)}` : 'off duty';

const teamText = (team: TeamNear): string =>
  [
    distanceText(team.distance_m),
    dutyText(team),
    ...(team.sent_to ? [`sent to ${team.sent_to.number}`] : []),
    ...(team.is_in_area ? [] : ['outside its area']),
    ...(team.vehicle ? [team.vehicle] : []),
  ].join(' · ');

/** The teams that might be sent, the best first. */
function TeamChoice({
  id,
  value,
  error,
  onChange,
}: {
  id: string;
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
}) {
  const { data, instead } = useRecord('teams', { ...read(teamsNear, { params: { id } }), staleTime: 0 });
  if (!data) return instead;
  if (data.teams.length === 0) {
    return (
      <p>
        There is no response team in service. <Link to="/response_teams">Response Teams</Link>
      </p>
    );
  }
  return (
    <Radio.Group label="Team" value={value} onChange={onChange} {...(error && { error })} required>
      <Stack gap="xs" mt={4}>
        {data.teams.map((team, n) => (
          <Radio
            key={team.id}
            value={team.id}
            label={team.name}
            description={teamText(team)}
            data-autofocus={n === 0 || undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** Sends a team by a link in a text message; where none goes out, staff pass the link on. */
export function SendTeam({ incident: { id, number } }: { incident: Pick<IncidentRecord, 'id' | 'number'> }) {
  const [opened, setOpened] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const check = checkBy(NewDispatch);
  const form = useForm({
    initial: { team_id: '', check_in_minutes: CHECK_IN_MINUTES, words: '' },
    check: (values) => (values.team_id === '' ? { team_id: 'Please choose a team.' } : check(bodyOf(values))),
  });
  const drop = useBoardDraft(`${id}.team`, form);
  useBoardKey(['d'], () => setOpened(true), 'Send a team');
  return (
    <>
      <Button variant="default" aria-keyshortcuts="d" onClick={() => setOpened(true)}>
        Send a team…
        <kbd className={styles.key} aria-hidden>
          d
        </kbd>
      </Button>
      {link !== null && (
        <Box component="section" className="card stack close" role="status" aria-label="Link for the team">
          <SecretLink label="Pass this link on to the team; it opens on one phone" link={link} />
        </Box>
      )}
      <FormQuestion
        opened={opened}
        title={`${number}: which team goes?`}
        action="Send the team"
        form={form}
        send={async (values) => {
          const body = bodyOf(values);
          const answer = await change(sendTeam, {
            params: { id },
            body,
            idempotencyKey: form.retryKey.keyFor(body),
          });
          setLink(answer.is_texted ? null : `${window.location.origin}/team_call#${answer.token}`);
          drop();
          return answer;
        }}
        onClose={() => setOpened(false)}
      >
        <Stack gap="sm">
          {opened && (
            <TeamChoice
              id={id}
              value={form.values.team_id}
              error={form.errors.team_id}
              onChange={(team) => form.setFieldValue('team_id', team)}
            />
          )}
          <Textarea {...form.input('words')} label="Words for the team" rows={2} maxLength={500} />
          <NumberInput
            {...form.input('check_in_minutes')}
            onChange={(value) => form.setFieldValue('check_in_minutes', String(value))}
            label="Minutes until the board asks for a sign"
            min={5}
            max={240}
            allowDecimal={false}
            required
          />
        </Stack>
      </FormQuestion>
    </>
  );
}
