import {
  addCaseParty,
  addCasePlot,
  addCourtOrder,
  addHearing,
  type CaseHearing,
  COURT_ORDER_KIND_LABELS,
  CourtCaseChange,
  type CourtCaseRecord,
  type CourtOrder,
  type CourtOrderKind,
  changeCourtCase,
  endHearing,
  formatDay,
  HearingEnd,
  isBlocking,
  NewCaseParty,
  NewCourtOrder,
  NewHearing,
  shownPlotName,
  showPlot,
  today,
} from '@banbo/contract';
import { Button, Checkbox, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DateField } from '~/components/form/date-field.tsx';
import { FormButton } from '~/components/question/confirm.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { type FormValues, useForm } from '~/lib/form/use-form.ts';
import { PlotFinder } from '../applications/form/plot-choice.tsx';
import { TenantChoice } from '../applications/form/tenant-choice.tsx';
import { COURT_CHOICES, ROLE_CHOICES, selectChoices } from './case-values.ts';

type Props = { of: CourtCaseRecord };

/** Corrects the court, suit number, title or description. */
export function ChangeCase({ of: { id, version, court, suit_number, title, about } }: Props) {
  const bodyOf = (values: FormValues) => ({ ...values, version }) as CourtCaseChange;
  const form = useForm<FormValues>({
    initial: { court, suit_number, title, about },
    check: (values) => checkBy(CourtCaseChange)(bodyOf(values)),
  });
  return (
    <FormButton
      label="Change…"
      title={`Change ${suit_number}`}
      action="Update"
      form={form}
      send={async (values) => {
        const answer = await change(changeCourtCase, { params: { id }, body: bodyOf(values) });
        form.reset(values);
        return answer;
      }}
    >
      <NativeSelect {...form.input('court')} label="Court" required data={COURT_CHOICES} />
      <TextInput mt="sm" {...form.input('suit_number')} label="Suit number" required maxLength={60} />
      <TextInput mt="sm" {...form.input('title')} label="Title" required maxLength={120} />
      <Textarea mt="sm" {...form.input('about')} label="About the case" rows={3} maxLength={2000} />
    </FormButton>
  );
}

/** Adds a plot that the case is about as well. */
export function AddPlotToCase({ of: { id, suit_number } }: Props) {
  const form = useForm<FormValues>({
    initial: { plot_id: '' },
    check: ({ plot_id }) => (plot_id === '' ? { plot_id: 'Please choose the plot.' } : {}),
  });
  const chosen = String(form.values.plot_id);
  const isChosen = chosen !== '';
  const { data: plot } = useQuery({ ...read(showPlot, { params: { id: chosen } }), enabled: isChosen });
  return (
    <FormButton
      label="Add a plot…"
      size="xs"
      title={`Add a plot to ${suit_number}`}
      action="Add the plot"
      form={form}
      send={({ plot_id }) => change(addCasePlot, { params: { id }, body: { plot_id: String(plot_id) } })}
    >
      <p>Nothing about it is approved until the case ends. It stays in the case.</p>
      {isChosen && (
        <Group mt="sm" gap="sm">
          <span role="status">{plot ? shownPlotName(plot) : 'Loading the plot...'}</span>
          <Button size="compact-sm" variant="default" onClick={() => form.setFieldValue('plot_id', '')}>
            Another plot
          </Button>
        </Group>
      )}
      {!isChosen && (
        <PlotFinder
          error={form.errors.plot_id}
          onFound={(found) => form.setFieldValue('plot_id', found)}
          onAdd={null}
        />
      )}
    </FormButton>
  );
}

const EMPTY_PARTY = { role: '', name: '', counsel: '', tenant_id: '', is_reminded: false };

const partyBody = ({ tenant_id, is_reminded, ...values }: FormValues) =>
  ({
    ...values,
    tenant_id: tenant_id === '' ? null : tenant_id,
    is_reminded: tenant_id !== '' && is_reminded,
  }) as NewCaseParty;

/** Adds a party, who may be a tenant of this office. */
export function AddPartyToCase({ of: { id, suit_number } }: Props) {
  const [isTenant, setTenant] = useState(false);
  const form = useForm<FormValues>({
    initial: EMPTY_PARTY,
    check: (values) => checkBy(NewCaseParty)(partyBody(values)),
  });
  return (
    <FormButton
      label="Add a party…"
      size="xs"
      title={`Add a party to ${suit_number}`}
      action="Add the party"
      form={form}
      send={(values) => {
        const body = partyBody(values);
        return change(addCaseParty, {
          params: { id },
          body,
          idempotencyKey: form.retryKey.keyFor({ id, ...body }),
        });
      }}
    >
      <NativeSelect {...form.input('role')} label="Role" required data={ROLE_CHOICES} />
      <TextInput mt="sm" {...form.input('name')} label="Name" required autoComplete="off" maxLength={120} />
      <TextInput mt="sm" {...form.input('counsel')} label="Counsel" autoComplete="off" maxLength={120} />
      <Checkbox
        mt="sm"
        label="A tenant of this office"
        checked={isTenant}
        onChange={(event) => {
          setTenant(event.currentTarget.checked);
          form.setFieldValue('tenant_id', '');
        }}
      />
      {isTenant && (
        <Stack gap="sm" mt="sm">
          <TenantChoice
            tenantId={String(form.values.tenant_id)}
            error={form.errors.tenant_id}
            onChoose={(tenant) => form.setFieldValue('tenant_id', tenant)}
          />
          <Checkbox
            label="Text them a week and a day before each hearing"
            checked={form.values.is_reminded === true}
            onChange={(event) => form.setFieldValue('is_reminded', event.currentTarget.checked)}
          />
        </Stack>
      )}
    </FormButton>
  );
}

const hearingBody = ({ at_time, ...values }: FormValues) =>
  ({ ...values, at_time: at_time === '' ? null : at_time }) as NewHearing;

/** Plans a hearing. */
export function PlanHearing({ of: { id, suit_number } }: Props) {
  const form = useForm<FormValues>({
    initial: { day: '', at_time: '', purpose: '' },
    check: (values) => checkBy(NewHearing)(hearingBody(values)),
  });
  return (
    <FormButton
      label="Plan a hearing…"
      size="xs"
      title={`Plan a hearing of ${suit_number}`}
      action="Plan it"
      form={form}
      send={(values) => {
        const body = hearingBody(values);
        return change(addHearing, { params: { id }, body, idempotencyKey: form.retryKey.keyFor({ id, ...body }) });
      }}
    >
      <DateField {...form.input('day')} label="Day" required min={today()} />
      <TextInput mt="sm" {...form.input('at_time')} type="time" label="Time" description="Optional" />
      <TextInput
        mt="sm"
        {...form.input('purpose')}
        label="What for"
        placeholder="Mention, ruling, judgment"
        required
        maxLength={120}
      />
    </FormButton>
  );
}

type EndProps = { hearing: CaseHearing };

/** Notes the outcome of a hearing, or cancels one that is ahead. */
export function EndHearing({ hearing: { id, day, status, outcome } }: EndProps) {
  const isPast = day <= today();
  const end = isPast ? 'held' : 'cancelled';
  const form = useForm<FormValues>({
    initial: { status: end, outcome: status === 'held' ? (outcome ?? '') : '' },
    check: checkBy(HearingEnd),
  });
  if (status === 'cancelled') return null;
  const label = !isPast ? 'Cancel it…' : status === 'held' ? 'Correct the outcome…' : 'Note the outcome…';
  const isCancelled = form.values.status === 'cancelled';
  return (
    <FormButton
      label={
        <>
          {label} <span className="visually-hidden"> {formatDay(day)}</span>
        </>
      }
      size="compact-xs"
      title={`Hearing of ${formatDay(day)}`}
      action={isCancelled ? 'Cancel the hearing' : 'Note it'}
      form={form}
      send={async (values) => {
        const answer = await change(endHearing, { params: { id }, body: values as HearingEnd });
        form.reset(values);
        return answer;
      }}
    >
      {isPast && status === 'planned' && (
        <NativeSelect
          {...form.input('status')}
          label="What became of it"
          data={[
            { value: 'held', label: 'It was held' },
            { value: 'cancelled', label: 'It was cancelled' },
          ]}
        />
      )}
      {!isPast && <p>Nobody is reminded of it any more. Another day is a new hearing.</p>}
      <Textarea
        mt="sm"
        {...form.input('outcome')}
        label={isCancelled ? 'Reason' : 'Outcome'}
        required
        rows={3}
        maxLength={1000}
      />
    </FormButton>
  );
}

/** An order in a line: `Injunction of 3 Mar 2026`. */
export const orderName = ({ kind, day }: Pick<CourtOrder, 'kind' | 'day'>): string =>
  `${COURT_ORDER_KIND_LABELS[kind]} of ${formatDay(day)}`;

const plotKey = (id: string): string => `plot.${id}`;

const orderBody = (values: FormValues, plots: readonly string[]) => {
  const kind = values.kind as CourtOrderKind;
  return {
    ...{ kind, day: values.day, words: values.words },
    plot_ids: kind === 'lifts' ? [] : plots.filter((id) => values[plotKey(id)] === true),
    lifts_id: kind === 'lifts' && values.lifts_id !== '' ? values.lifts_id : null,
  } as NewCourtOrder;
};

/** Enters an order, with the plots that it binds or the order that it lifts. */
export function EnterOrder({ of: { id, suit_number, plots, orders } }: Props) {
  const plotIds = plots.map(({ plot_id }) => plot_id);
  const standing = orders.filter(({ stands }) => stands);
  const form = useForm<FormValues>({
    initial: {
      ...{ kind: '', day: today(), words: '', lifts_id: '', plot_ids: '' },
      ...Object.fromEntries(plotIds.map((plot) => [plotKey(plot), plotIds.length === 1])),
    },
    check: (values) => checkBy(NewCourtOrder)(orderBody(values, plotIds)),
  });
  const kind = form.values.kind as CourtOrderKind | '';
  const kinds = Object.fromEntries(
    Object.entries(COURT_ORDER_KIND_LABELS).filter(([one]) => one !== 'lifts' || standing.length > 0),
  );
  return (
    <FormButton
      label="Enter an order…"
      size="xs"
      title={`Enter an order of ${suit_number}`}
      action="Enter the order"
      form={form}
      send={(values) => {
        const body = orderBody(values, plotIds);
        return change(addCourtOrder, { params: { id }, body, idempotencyKey: form.retryKey.keyFor({ id, ...body }) });
      }}
    >
      <NativeSelect {...form.input('kind')} label="Kind" required data={selectChoices(kinds)} />
      <DateField mt="sm" {...form.input('day')} label="Day of the order" required max={today()} />
      {kind === 'lifts' && (
        <NativeSelect
          mt="sm"
          {...form.input('lifts_id')}
          label="The order that it lifts"
          required
          data={selectChoices(Object.fromEntries(standing.map((order) => [order.id, orderName(order)])))}
        />
      )}
      {kind !== '' && kind !== 'lifts' && (
        <Stack component="fieldset" gap="xs" mt="sm">
          <legend>Plots that it binds</legend>
          {plots.map((plot) => (
            <Checkbox
              key={plot.plot_id}
              label={shownPlotName(plot)}
              checked={form.values[plotKey(plot.plot_id)] === true}
              onChange={(event) => form.setFieldValue(plotKey(plot.plot_id), event.currentTarget.checked)}
            />
          ))}
          {form.errors.plot_ids && (
            <Text c="var(--danger)" fz="sm" role="alert">
              {form.errors.plot_ids}
            </Text>
          )}
        </Stack>
      )}
      <Textarea mt="sm" {...form.input('words')} label="What the court ordered" required rows={3} maxLength={1000} />
      {kind !== '' && isBlocking(kind) && (
        <Text mt="sm">Nothing about these plots is approved until an order lifts it.</Text>
      )}
    </FormButton>
  );
}
