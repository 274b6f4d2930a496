import {
  CAVEAT_KIND_LABELS,
  formatDay,
  LAND_USE_LABELS,
  listZones,
  OWNER_KIND_LABELS,
  PLOT_STATE_LABELS,
  type PlotRecord,
  type PlotRow,
  plotList,
  shownName,
  shownPlotName,
} from '@banbo/contract';
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AllowedLink } from '~/components/page/allowed-link.tsx';
import { read } from '~/lib/api/query-client.ts';
import { fieldId } from '~/lib/form/check-by.ts';
import { TenantCode } from '../../tenants/tenant-code.tsx';
import { ChoiceButtons, PAUSE_MS } from './choice-buttons.tsx';

/** The most plots that a search shows; typing on finds the others. */
const MOST = 8;

type FinderProps = {
  name?: string;
  error: string | undefined;
  onFound: (id: string) => void;
  onAdd: (() => void) | null;
};

/** Finds a plot by its zone and number, while they are typed. */
export function PlotFinder({ name = 'plot_id', error, onFound, onAdd }: FinderProps) {
  const [zone, setZone] = useState('');
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text.trim(), PAUSE_MS);
  const zones = useQuery(read(listZones, {}));
  const query = { size: MOST, search: settled, ...(zone !== '' && { zone }) };
  const { data: plots, error: trouble } = useQuery({
    ...read(plotList.page, { query }),
    staleTime: 0,
    enabled: settled !== '' || zone !== '',
  });
  const choices = [
    { value: '', label: 'Any zone' },
    ...(zones.data ?? []).map(({ id, zone: name }) => ({ value: id, label: name })),
  ];
  const isNone = plots?.length === 0;
  return (
    <Stack gap="xs">
      <Group gap="sm" align="start" preventGrowOverflow={false}>
        <NativeSelect
          label="Zone"
          flex="1 1 12rem"
          data={choices}
          value={zone}
          {...(zones.error && { error: zones.error.message })}
          onChange={(event) => setZone(event.currentTarget.value)}
        />
        <TextInput
          id={fieldId(name)}
          flex="1 1 12rem"
          label="Plot number"
          required
          value={text}
          error={error ?? trouble?.message}
          placeholder="Such as 147, or B 147"
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Group>
      <ChoiceButtons
        label="Plots found"
        choices={plots ?? []}
        onChoose={({ id }: PlotRow) => onFound(id)}
        says={(plot: PlotRow) => (
          <>
            <strong>{shownPlotName(plot)}</strong>
            <span>{PLOT_STATE_LABELS[plot.state]}</span>
            {plot.tenant_name !== null && <span>{shownName(plot.tenant_name)}</span>}
          </>
        )}
      />
      <Text fz="sm" role="status" c="dimmed">
        {isNone ? 'No plot has this number.' : plots?.length === MOST && 'There are more. Type more of the number.'}
      </Text>
      {onAdd && (
        <Group gap="sm">
          <Button variant="default" onClick={onAdd}>
            Add the plot
          </Button>
          <Text fz="sm" c="dimmed">
            It is not on the list yet. You come back here with it, and what you typed stays.
          </Text>
        </Group>
      )}
    </Stack>
  );
}

/** A caveat in a sentence, with what it keeps the office from. */
const caveatWords = ({ kind, suit_number, placed_on }: PlotRecord['caveats'][number]): string =>
  `${`${CAVEAT_KIND_LABELS[kind]} ${suit_number}`.trim()} since ${formatDay(placed_on)}: nothing about this plot is approved until it is removed.`;

type ChosenProps = { plot: PlotRecord; onOther: () => void };

/** The chosen plot, with its owner, its use, and what stands against it. */
function ChosenPlot({ plot, onOther }: ChosenProps) {
  const { acres, land_use, owner_kind, owner_name, tenancy } = plot;
  const facts = [
    LAND_USE_LABELS[land_use],
    `${OWNER_KIND_LABELS[owner_kind]}: ${shownName(owner_name)}`,
    ...(acres === null ? [] : [`${acres} acres`]),
    plot.boundary === null ? 'no boundary yet' : 'boundary known',
  ];
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <AllowedLink to={`/plots/${plot.id}`} target="_blank">
          {shownPlotName(plot)}
        </AllowedLink>
        <Button size="compact-sm" variant="default" onClick={onOther}>
          Another plot
        </Button>
      </Group>
      <Text fz="sm" c="dimmed">
        {facts.join(', ')}
      </Text>
      {tenancy && (
        <Text fz="sm">
          Held by <strong>{shownName(tenancy.tenant_name)}</strong>, <TenantCode code={tenancy.tenant_code} />, until{' '}
          {formatDay(tenancy.ends_on)}
        </Text>
      )}
      {plot.caveats.map((caveat) => (
        <p key={caveat.id} className="note" role="status">
          {caveatWords(caveat)}
        </p>
      ))}
    </Stack>
  );
}

type Props = {
  plot: PlotRecord | undefined;
  /** The field that an error is shown at. */
  name?: string;
  error: string | undefined;
  onChoose: (id: string) => void;
  onAdd: (() => void) | null;
};

/** A plot: found by zone and number, or shown once it is chosen. */
export const PlotChoice = ({ plot, name = 'plot_id', error, onChoose, onAdd }: Props) =>
  plot ? (
    <ChosenPlot plot={plot} onOther={() => onChoose('')} />
  ) : (
    <PlotFinder name={name} error={error} onFound={onChoose} onAdd={onAdd} />
  );
