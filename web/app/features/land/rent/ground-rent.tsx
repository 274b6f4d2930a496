import {
  changeRentRule,
  listZones,
  type NewRentRun,
  RENT_KIND_LABELS,
  RENT_RUN_KINDS,
  RENT_RUN_STATE_LABELS,
  type RentRule,
  RentRuleChange,
  type RentRunKind,
  type RentRunState,
  rentRunList,
  shownName,
  showRentRule,
  startRentRun,
  today,
} from '@banbo/contract';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { IN_ROW } from '~/components/record/record-actions.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useAbility } from '~/lib/session/ability.ts';

type ZoneProps = { value: string; onChange: (zone: string) => void };

/** A zone by its id, or all of them: an empty value. */
function ZoneSelect({ value, onChange }: ZoneProps) {
  const zones = useQuery(read(listZones, {}));
  const known = (zones.data ?? []).map(({ id, zone }) => ({ value: id, label: shownName(zone) }));
  return (
    <NativeSelect
      mt="sm"
      label="Zone"
      value={value}
      error={zones.error?.message}
      data={[{ value: '', label: 'All zones' }, ...known]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const TONES = { running: 'waiting', done: 'good', stopped: 'plain', failed: 'bad' } as const satisfies Record<
  RentRunState,
  string
>;

export const RentRunBadge = ({ state }: { state: RentRunState }) => (
  <StatusBadge tone={TONES[state]}>{RENT_RUN_STATE_LABELS[state]}</StatusBadge>
);

type Values = { kind: string; year: string; zone_id: string };

const bodyOf = ({ kind, year, zone_id }: Values): NewRentRun => ({
  ...{ kind: kind as RentRunKind, year: Number(year), zone_id: zone_id === '' ? null : zone_id },
  is_dry: true,
});

/** Looks what would be raised; the page of what was found raises it. */
function LookFirst() {
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const initial = { kind: 'rent', year: today().slice(0, 4), zone_id: '' };
  const form = useForm<Values>({
    initial,
    check: ({ year }) => (/^\d{4}$/.test(year) ? {} : { year: 'Please give a year with four digits.' }),
  });
  return (
    <>
      <Button onClick={() => setOpened(true)}>Raise rent…</Button>
      <FormQuestion
        opened={opened}
        title="Raise ground rent or penalties"
        action="Look what would be raised"
        form={form}
        send={async (values) => {
          const body = bodyOf(values);
          const answer = await change(startRentRun, { body, idempotencyKey: form.retryKey.keyFor(body) });
          navigate(`/ground_rent/${answer.id}`);
          return answer;
        }}
        onClose={() => setOpened(false)}
      >
        <p>Nothing is raised yet: you see first what would be raised and what not, with the reasons.</p>
        <NativeSelect
          mt="sm"
          label="What"
          value={form.values.kind}
          data={RENT_RUN_KINDS.map((value) => ({ value, label: RENT_KIND_LABELS[value] }))}
          onChange={(event) => form.setFieldValue('kind', event.currentTarget.value)}
        />
        <TextInput mt="sm" {...form.input('year')} label="Year" required inputMode="numeric" maxLength={4} w="8rem" />
        <ZoneSelect value={form.values.zone_id} onChange={(zone) => form.setFieldValue('zone_id', zone)} />
      </FormQuestion>
    </>
  );
}

const ruleText = ({ grace_days, penalty_percent }: RentRule): string =>
  grace_days === null
    ? 'No penalties are raised: no rule is set.'
    : `${penalty_percent} per cent of a year’s unpaid rent, once, ${grace_days} days after it was due and raised.`;

function ChangeRule({ rule }: { rule: RentRule }) {
  const [opened, setOpened] = useState(false);
  const initial = { grace_days: String(rule.grace_days ?? ''), penalty_percent: rule.penalty_percent ?? '' };
  const ruleOf = ({ grace_days, penalty_percent }: typeof initial) => ({
    grace_days: grace_days === '' ? null : Number(grace_days),
    penalty_percent: penalty_percent === '' ? null : penalty_percent,
    former: rule,
  });
  const form = useForm({ initial, check: (values) => checkBy(RentRuleChange)(ruleOf(values)) });
  const open = () => {
    form.reset(initial);
    setOpened(true);
  };
  return (
    <>
      <Button variant="default" {...IN_ROW} onClick={open}>
        Change<span className="visually-hidden"> the rule of penalties</span>
      </Button>
      <FormQuestion
        opened={opened}
        title="Penalties on ground rent"
        action="Change the rule"
        form={form}
        send={(values) => change(changeRentRule, { body: ruleOf(values) })}
        onClose={() => setOpened(false)}
      >
        <p>Leave both empty for no penalties. Penalties that were raised stay.</p>
        <TextInput mt="sm" {...form.input('grace_days')} label="Days of grace" inputMode="numeric" maxLength={3} />
        <TextInput
          mt="sm"
          {...form.input('penalty_percent')}
          label="Per cent of the unpaid rent"
          description="With two decimals, like 10.00."
          inputMode="decimal"
          maxLength={6}
        />
      </FormQuestion>
    </>
  );
}

function PenaltyRule() {
  const { can } = useAbility();
  return (
    <RecordLoaded of="the rule of penalties" query={read(showRentRule, {})}>
      {(rule) => (
        <Group gap="sm" mb="md">
          <span>Penalties: {ruleText(rule)}</span>
          {can('land.setup') && <ChangeRule rule={rule} />}
        </Group>
      )}
    </RecordLoaded>
  );
}

const COLUMNS: readonly ShownColumn<typeof rentRunList>[] = [
  {
    key: 'kind',
    heading: true,
    oneLine: true,
    cell: ({ id, kind, year }) => (
      <Link to={`/ground_rent/${id}`}>
        {RENT_KIND_LABELS[kind]} of {year}
      </Link>
    ),
  },
  { key: 'year', hiddenAtFirst: true },
  { key: 'zone', grows: true, cell: ({ zone }) => (zone === null ? 'All zones' : shownName(zone)) },
  { key: 'is_dry', oneLine: true },
  { key: 'state', oneLine: true, cell: ({ state }) => <RentRunBadge state={state} /> },
  { key: 'raised' },
  { key: 'amount' },
  { key: 'asked_at', oneLine: true, spare: true },
  { key: 'asked_by', oneLine: true, spare: true },
];

/** The runs of ground rent and penalties, the rule of penalties, and the way to a new run. */
export function GroundRent() {
  const { can } = useAbility();
  const state = useListState(rentRunList);
  return (
    <>
      {can('land.rent') && (
        <Group mb="sm">
          <LookFirst />
        </Group>
      )}
      <PenaltyRule />
      <ListScreen
        list={rentRunList}
        state={state}
        caption="Runs"
        columns={COLUMNS}
        loading="Loading runs..."
        empty={<p>{state.isFiltered ? 'No runs match these filters.' : 'No ground rent was raised yet.'}</p>}
        isLive
      />
    </>
  );
}
