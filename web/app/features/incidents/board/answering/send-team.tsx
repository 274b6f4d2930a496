import {
  distanceText,
  formatInstant,
  type IncidentRecord,
  NewDispatch,
  scenesOf,
  sceneText,
  sendTeam,
  type TeamNear,
  teamsNear,
} from '@banbo/contract';
import { Box, Button, Checkbox, NumberInput, Radio, Stack, Textarea } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { SecretLink } from '~/components/record/copy-button.tsx';
import { useRecord } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { checkBy, fieldId } from '~/lib/form/check-by.ts';
import { sendByKey } from '~/lib/form/send-by-key.ts';
import { useForm } from '~/lib/form/use-form.ts';
import styles from '../board.module.css';
import { useBoardKey } from '../board-keys.ts';
import { useBoardDraft } from './drafts.ts';

const CHECK_IN_MINUTES = '20';

/** `accepts_two_scenes` is the team that may go though it is elsewhere: another one asks anew. */
const EMPTY = { team_id: '', check_in_minutes: CHECK_IN_MINUTES, words: '', accepts_two_scenes: '' };

/** Sends no acceptance where there is none: a server of the version before would refuse it. */
const bodyOf = ({ team_id, check_in_minutes, words, accepts_two_scenes }: typeof EMPTY): NewDispatch => ({
  ...{ team_id, words, check_in_minutes: Number(check_in_minutes) },
  ...(accepts_two_scenes !== '' && accepts_two_scenes === team_id && { accepts_two_scenes: true }),
});

type ChoiceProps = { id: string; form: ReturnType<typeof useForm<typeof EMPTY>> };

const dutyText = ({ duty_now }: TeamNear): string =>
  duty_now ? `on duty until ${formatInstant(duty_now.ends_at)}` : 'off duty';

const teamText = (team: TeamNear): string =>
  [
    team.distance_m === null ? 'distance not known' : distanceText(team.distance_m),
    dutyText(team),
    ...scenesOf(team).map(sceneText),
    // Without a distance nobody knows where the call is, so not whether it lies in the area either.
    ...(team.is_in_area || team.distance_m === null ? [] : ['outside its area']),
    ...(team.vehicle ? [team.vehicle] : []),
  ].join(' · ');

/** The teams that might be sent, the best first. */
function TeamChoice({ id, form: { values, errors, setFieldValue } }: ChoiceProps) {
  const { data, instead } = useRecord('teams', { ...read(teamsNear, { params: { id } }), staleTime: 0 });
  const first = useRef<HTMLInputElement>(null);
  const isLoaded = data !== undefined;
  // The teams come after the dialog, which gave the focus to its Cancel meanwhile.
  useEffect(() => {
    if (isLoaded && document.activeElement?.matches('input, textarea') !== true) first.current?.focus();
  }, [isLoaded]);
  if (!data) return instead;
  if (data.teams.length === 0) {
    return (
      <p>
        There is no response team in service. <Link to="/response_teams">Response Teams</Link>
      </p>
    );
  }
  const { team_id, accepts_two_scenes } = values;
  const scenes = data.teams.filter((team) => team.id === team_id).flatMap(scenesOf);
  return (
    <Stack gap="sm">
      <Radio.Group
        label="Team"
        value={team_id}
        onChange={(team) => setFieldValue('team_id', team)}
        {...(errors.team_id && { error: errors.team_id })}
        required
      >
        <Stack gap="xs" mt={4}>
          {data.teams.map((team, n) => (
            <Radio
              key={team.id}
              ref={n === 0 ? first : undefined}
              value={team.id}
              label={team.name}
              description={teamText(team)}
              data-autofocus={n === 0 || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      {(scenes.length > 0 || errors.accepts_two_scenes) && (
        <Checkbox
          id={fieldId('accepts_two_scenes')}
          label={`It is ${scenes.map(sceneText).join(' and ') || 'elsewhere'}, and goes here too`}
          checked={accepts_two_scenes !== '' && accepts_two_scenes === team_id}
          error={errors.accepts_two_scenes}
          onChange={(event) => setFieldValue('accepts_two_scenes', event.currentTarget.checked ? team_id : '')}
        />
      )}
    </Stack>
  );
}

type LinkToPass = { link: string; dispatchId: string };

/** The link that staff pass on themselves, until a phone has opened it. */
function TeamLink({ of: { link, dispatchId }, dispatches }: { of: LinkToPass } & Pick<IncidentRecord, 'dispatches'>) {
  const sent = dispatches.find(({ id }) => id === dispatchId);
  if (!sent || sent.opened_at !== null || sent.ended_at !== null) return null;
  return (
    <Box component="section" className={`card ${styles.teamLink}`} role="status" aria-label={`Link for ${sent.team}`}>
      <SecretLink label={`Pass this link on to ${sent.team}. It opens on one phone.`} link={link} />
    </Box>
  );
}

type Props = { incident: Pick<IncidentRecord, 'id' | 'number' | 'dispatches'>; isMain: boolean };

/** Sends a team by a link in a text message; where none goes out, staff pass the link on. */
export function SendTeam({ incident: { id, number, dispatches }, isMain }: Props) {
  const [opened, setOpened] = useState(false);
  const [link, setLink] = useState<LinkToPass | null>(null);
  const check = checkBy(NewDispatch);
  const form = useForm({
    initial: EMPTY,
    check: (values) => (values.team_id === '' ? { team_id: 'Please choose a team.' } : check(bodyOf(values))),
  });
  const wordsId = useId();
  const drop = useBoardDraft(`${id}.team`, form);
  useBoardKey(['d'], () => setOpened(true), 'Send a team');
  return (
    <>
      <Button variant={isMain ? 'filled' : 'default'} aria-keyshortcuts="d" onClick={() => setOpened(true)}>
        Send a team…
        <kbd className={styles.key} aria-hidden>
          d
        </kbd>
      </Button>
      {link && <TeamLink of={link} dispatches={dispatches} />}
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
          const { is_texted, token, dispatch_id: dispatchId } = answer;
          setLink(is_texted ? null : { link: `${window.location.origin}/team_call#${token}`, dispatchId });
          drop();
          return answer;
        }}
        onClose={() => setOpened(false)}
      >
        <Stack gap="sm">
          {opened && <TeamChoice id={id} form={form} />}
          <Textarea
            {...form.input('words')}
            // The note beside the dialog is named the same.
            id={wordsId}
            label="Message for the team"
            description="Shown on its page. Ctrl Enter sends the team."
            rows={2}
            maxLength={500}
            onKeyDown={sendByKey}
          />
          <NumberInput
            {...form.input('check_in_minutes')}
            onChange={(value) => form.setFieldValue('check_in_minutes', String(value))}
            label="Minutes without a sign before the board warns"
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
