import {
  addTeam,
  changeTeam,
  type FenceShape,
  listTeams,
  MAX_PHONE_LENGTH,
  type ResponseTeam,
  TeamFields,
} from '@banbo/contract';
import { Checkbox, Stack, Textarea, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { BaseMap } from '~/components/map/base-map.tsx';
import { type Draft, draftOfShape, shapeOfDraft, withPlace } from '~/components/map/shapes/shape-draft.ts';
import { ShapeFields } from '~/components/map/shapes/shape-fields.tsx';
import { ShapeLayer } from '~/components/map/shapes/shape-layer.tsx';
import { Page } from '~/components/page/page.tsx';
import { RecordForm } from '~/components/record/record-form.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { checkBy, fieldId } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { NEW_TEAM, type TeamValues, teamOf, valuesOfTeam } from './team-values.ts';
import styles from './teams.module.css';

const check = checkBy(TeamFields);

/** A team drives about a town: the radius of a new area in metres. */
const AREA_RADIUS = '5000';

type AreaProps = {
  others: readonly { name: string; shape: FenceShape | null }[];
  draft: Draft | null;
  error: string | undefined;
  onDraft: (draft: Draft | null) => void;
};

/** Where the team works, drawn on the map; the areas of the others show beside it. */
function AreaFields({ others, draft, error, onDraft }: AreaProps) {
  return (
    <section aria-label="Area" className={styles.area}>
      <Stack gap="xs">
        <Checkbox
          id={fieldId('area')}
          label="Works in one area only"
          description="It can be sent elsewhere too, but comes later among the teams."
          {...(error && { error })}
          checked={draft !== null}
          onChange={({ currentTarget: { checked } }) =>
            onDraft(checked ? { ...draftOfShape(null, 'circle'), radius: AREA_RADIUS } : null)
          }
        />
        {draft && <ShapeFields draft={draft} onDraft={onDraft} />}
      </Stack>
      <div className={styles.ground}>
        <BaseMap label="Map of the teams’ areas">
          <ShapeLayer
            others={others}
            draft={draft}
            viewKey={draft === null ? 'none' : 'area'}
            onPlace={(latitude, longitude) => draft && onDraft(withPlace(draft, latitude, longitude))}
            onChoose={() => {}}
          />
        </BaseMap>
      </div>
    </section>
  );
}

/** The area of the form, which keeps it as text like its other values; null for everywhere. */
const draftOf = ({ area }: TeamValues): Draft | null => (area === '' ? null : JSON.parse(area));

const drawnOf = (values: TeamValues) => {
  const draft = draftOf(values);
  return draft && shapeOfDraft(draft);
};

type Props = { team: ResponseTeam | null; teams: readonly ResponseTeam[] };

function TeamForm({ team, teams }: Props) {
  const navigate = useNavigate();
  const others = useMemo(
    () => teams.filter(({ id }) => id !== team?.id).map(({ name, area }) => ({ name, shape: area })),
    [teams, team],
  );
  const bodyOf = (values: TeamValues): TeamFields => ({ ...teamOf(values), area: drawnOf(values)?.shape ?? null });
  const form = useForm({
    initial: team ? valuesOfTeam(team) : NEW_TEAM,
    check: (values) => {
      const { name, phone, vehicle, ...rest } = check({ ...bodyOf(values), area: null }) as Record<string, string>;
      const people = Object.entries(rest).find(([field]) => field.startsWith('people'))?.[1];
      const area = drawnOf(values)?.refusal;
      return Object.fromEntries(
        Object.entries({ name, phone, vehicle, people, area }).filter((entry): entry is [string, string] => !!entry[1]),
      );
    },
  });
  const send = async (values: TeamValues): Promise<{ message: string }> => {
    const body = bodyOf(values);
    if (team) return change(changeTeam, { params: { id: team.id }, body });
    return change(addTeam, { body, idempotencyKey: form.retryKey.keyFor(body) });
  };
  return (
    <RecordForm
      form={form}
      send={send}
      action={team ? 'Update' : 'Add team'}
      cancel="/response_teams"
      then={() => navigate('/response_teams', { replace: true })}
    >
      <TextInput {...form.input('name')} label="Team’s name" maxLength={60} required />
      <TextInput
        {...form.input('phone')}
        label="Team’s phone"
        description="Calls for help are sent to it by text message"
        type="tel"
        autoComplete="off"
        maxLength={MAX_PHONE_LENGTH}
        required
      />
      <TextInput {...form.input('vehicle')} label="Vehicle" description="With its number plate" maxLength={120} />
      <Textarea
        {...form.input('people')}
        label="People"
        description="One person a line, with the number after a comma: Kofi Annor, 024 123 4567"
        rows={4}
      />
      <Checkbox
        label="In service"
        description="A team out of service cannot be sent."
        checked={form.values.is_active}
        onChange={(event) => form.setFieldValue('is_active', event.currentTarget.checked)}
      />
      <AreaFields
        others={others}
        draft={draftOf(form.values)}
        error={form.errors.area}
        onDraft={(draft) => form.setFieldValue('area', draft === null ? '' : JSON.stringify(draft))}
      />
    </RecordForm>
  );
}

const teamsQuery = () => ({ ...read(listTeams, {}), staleTime: 0 });

export const AddTeam = () => (
  <RecordLoaded of="teams" query={teamsQuery()}>
    {({ teams }) => (
      <Page lead="Its phone gets a link for each call for help that it is sent to.">
        <TeamForm team={null} teams={teams} />
      </Page>
    )}
  </RecordLoaded>
);

export const EditTeam = ({ id }: { id: string }) => (
  <RecordLoaded of="teams" query={teamsQuery()}>
    {({ teams }) => {
      const team = teams.find((one) => one.id === id);
      if (!team) {
        const ways = [{ to: '/response_teams', label: 'Response Teams' }];
        return <LoadError message="There is no such team." onRetry={() => undefined} isMissing ways={ways} />;
      }
      return (
        <Page title={`Edit ${team.name}`}>
          <TeamForm team={team} teams={teams} />
        </Page>
      );
    }}
  </RecordLoaded>
);
