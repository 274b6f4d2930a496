import {
  addPlotCaveat,
  BLOCKING_ORDERS,
  CAVEAT_KIND_LABELS,
  COURT_LABELS,
  formatDay,
  NewPlotCaveat,
  type PlotRecord,
  removePlotCaveat,
  shownPlotName,
  today,
} from '@banbo/contract';
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import { DateField } from '~/components/form/date-field.tsx';
import { FormButton } from '~/components/question/confirm.tsx';
import { ChangeButton, IN_ROW } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { type FormValues, useForm } from '~/lib/form/use-form.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { CaseBadge } from '../cases/case-table.tsx';

type Props = { plot: PlotRecord };
type Caveat = PlotRecord['caveats'][number];

const nameOf = ({ kind, suit_number }: Caveat): string =>
  [CAVEAT_KIND_LABELS[kind], suit_number].filter(Boolean).join(' ');

function RemoveCaveat({ caveat }: { caveat: Caveat }) {
  return (
    <ChangeButton
      label="Remove…"
      of={nameOf(caveat)}
      title={`Remove the ${CAVEAT_KIND_LABELS[caveat.kind].toLowerCase()}?`}
      action="Remove it"
      button={IN_ROW}
      reason={{ schema: removePlotCaveat.schema.body, seenBy: 'Stays with the plot and in the audit log.' }}
      send={(reason) => change(removePlotCaveat, { params: { id: caveat.id }, body: { reason } })}
    >
      <p>It stands against this plot no longer.</p>
    </ChangeButton>
  );
}

/** Claims that stand against the plot, so that nothing about it is approved. */
export function CaveatsOfPlot({ plot: { caveats } }: Props) {
  const { can } = useAbility();
  if (caveats.length === 0) return null;
  return (
    <section className="note" data-tone="bad" aria-label="What stands against it">
      <Stack gap={4}>
        {caveats.map((caveat) => (
          <Group key={caveat.id} gap="xs">
            <p>
              <strong>{nameOf(caveat)}</strong>, {formatDay(caveat.placed_on)}: {caveat.about}
            </p>
            {caveat.case_id !== null && (
              <Link to={`/court_cases/${caveat.case_id}`}>
                See the case<span className="visually-hidden"> of the {nameOf(caveat)}</span>
              </Link>
            )}
            {caveat.case_id === null && can('land.approve') && <RemoveCaveat caveat={caveat} />}
          </Group>
        ))}
        <p>Until it is removed, nothing about this plot is approved.</p>
      </Stack>
    </section>
  );
}

const KIND_CHOICES = BLOCKING_ORDERS.map((kind) => ({ value: kind, label: CAVEAT_KIND_LABELS[kind] }));

function PlaceCaveat({ plot }: Props) {
  const form = useForm<FormValues>({
    initial: { kind: 'caveat', suit_number: '', about: '', placed_on: today() },
    check: checkBy(NewPlotCaveat),
  });
  const params = { id: plot.id };
  return (
    <FormButton
      label="Place a caveat…"
      title={`Place a caveat on ${shownPlotName(plot)}`}
      action="Place it"
      form={form}
      send={(values) => {
        const body = values as NewPlotCaveat;
        return change(addPlotCaveat, { params, body, idempotencyKey: form.retryKey.keyFor({ ...params, ...body }) });
      }}
    >
      <p>Nothing about this plot is approved until it is removed. If there is a case at court, enter that instead.</p>
      <NativeSelect mt="sm" {...form.input('kind')} label="Kind" data={KIND_CHOICES} />
      <TextInput mt="sm" {...form.input('about')} label="Why" required autoComplete="off" maxLength={120} />
      <TextInput
        mt="sm"
        {...form.input('suit_number')}
        label="Suit number"
        description="Optional"
        autoComplete="off"
        maxLength={60}
      />
      <DateField mt="sm" {...form.input('placed_on')} label="Since" required max={today()} />
    </FormButton>
  );
}

/** The court cases about the plot, and what may be placed against it. */
export function CasesOfPlot({ plot }: Props) {
  const { can } = useAbility();
  const { cases, id } = plot;
  if (cases.length === 0 && !can('land.write')) return null;
  return (
    <section className="card" aria-label="Cases about this plot">
      <h2 className="large">Cases about this plot</h2>
      {cases.length === 0 && <p className="soft">None is entered.</p>}
      {cases.length > 0 && (
        <ul className="ruled">
          {cases.map((one) => (
            <li key={one.id}>
              <Group gap="xs">
                <Link to={`/court_cases/${one.id}`}>{one.suit_number}</Link>
                <span>
                  {one.title}, {COURT_LABELS[one.court]}
                </span>
                <CaseBadge of={one} />
              </Group>
            </li>
          ))}
        </ul>
      )}
      <Group gap="sm" mt="sm">
        {can('land.write') && (
          <Button component={Link} to={`/add_court_case?plot=${id}`} variant="default">
            Enter a case
          </Button>
        )}
        {can('land.approve') && <PlaceCaveat plot={plot} />}
      </Group>
    </section>
  );
}
