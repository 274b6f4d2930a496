import {
  type BoundaryChoice,
  type BoundaryRead,
  nearTown,
  PLOT_GRID_LABELS,
  type PlotGrid,
  POINT_ORDER_LABELS,
  type PointOrder,
  readPlotBoundary,
  shownPlotName,
} from '@banbo/contract';
import { Button, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type Fact, FactList, StatusBadge } from '~/components/record/fact-list.tsx';
import { read } from '~/lib/api/query-client.ts';
import { letterOf, sqmText } from './boundary-layer.tsx';
import styles from './land-plots.module.css';
import { OverlapsNote } from './overlaps-note.tsx';
import { areaText } from './plot-table.tsx';
import { type PlotValues, readingOf } from './plot-values.ts';

/** Milliseconds without typing after which the boundary is read. */
const PAUSE_MS = 400;

/** A boundary as the server reads it while it is typed, and the sentence if it cannot be read. */
export type LiveReading = { reading: BoundaryRead | null; refusal: string | null; isReading: boolean };

/** Reads the form's boundary after each change. */
export const useBoundaryReading = (values: PlotValues, plotId: string | null): LiveReading => {
  const body = readingOf(values, plotId);
  const text = JSON.stringify(body);
  const [asked] = useDebouncedValue(text, PAUSE_MS);
  const given = JSON.parse(asked) as typeof body;
  const { data, error, isFetching } = useQuery({
    // A reading without a boundary is not asked for.
    ...read(readPlotBoundary, { body: given ?? { plan_text: '' } }),
    enabled: given !== null,
    retry: false,
  });
  const isCurrent = asked === text && body !== null;
  return {
    reading: isCurrent ? (data ?? null) : null,
    refusal: isCurrent && error ? error.message : null,
    isReading: body !== null && (isFetching || asked !== text),
  };
};

const factsOf = ({ survey, closure, acres, hectares, area_sqm, plan_area, perimeter_m }: BoundaryRead): Fact[] => [
  ...(survey === null
    ? []
    : [['Read as', `${PLOT_GRID_LABELS[survey.grid]}, ${POINT_ORDER_LABELS[survey.order].toLowerCase()}`] as const]),
  [
    'Area',
    <span key="area">
      {areaText(acres)} acre · {areaText(hectares)} ha · {sqmText(area_sqm)}{' '}
      {plan_area && (
        <StatusBadge tone={plan_area.fits ? 'good' : 'bad'}>
          {plan_area.fits ? 'as the plan says' : `${Math.abs(plan_area.difference_percent)}% off the plan`}
        </StatusBadge>
      )}
    </span>,
  ],
  ['Around', `${perimeter_m.toLocaleString('en-GB')} m`],
  ...(closure === null
    ? []
    : [
        [
          'Closure',
          <span key="closure">
            {closure.ratio === null ? 'Exact' : `1 : ${closure.ratio.toLocaleString('en-GB')}`}{' '}
            <StatusBadge tone={closure.is_good ? 'good' : 'bad'}>{closure.is_good ? 'good' : 'poor'}</StatusBadge>
          </span>,
        ] as const,
      ]),
];

type ChoiceProps = {
  choices: BoundaryRead['choices'];
  hasZone: boolean;
  onChoose: (grid: PlotGrid, order: PointOrder) => void;
};

/** Where a reading puts the plot, in words. */
const placeText = ({ place: [longitude, latitude], away_m }: BoundaryChoice): string => {
  const away = away_m === null ? [] : [`${(away_m / 1_000).toFixed(away_m < 10_000 ? 1 : 0)} km from the zone’s plots`];
  return [...away, nearTown({ latitude, longitude }) ?? 'Far from any town'].join(' · ');
};

/** The readings that are possible, for a person who has the paper; the map has their letters. */
const ReadingChoice = ({ choices, hasZone, onChoose }: ChoiceProps) => (
  <section className="note" aria-label="How the numbers are meant">
    <p>The numbers can be read in several ways. Which one does the plan mean?</p>
    {choices.every(({ away_m }) => away_m === null) && (
      <p className="soft">
        {hasZone
          ? 'No plot of the zone has a boundary yet: please look at the paper.'
          : 'Choose the zone first, so that its plots can tell, or look at the paper.'}
      </p>
    )}
    <Stack gap="xs" mt="xs">
      {choices.map((choice, at) => (
        <Button
          key={`${choice.grid} ${choice.order}`}
          className={styles.reading ?? ''}
          variant="default"
          justify="start"
          onClick={() => onChoose(choice.grid, choice.order)}
        >
          <span>
            {letterOf(at)} · {PLOT_GRID_LABELS[choice.grid]}, {POINT_ORDER_LABELS[choice.order].toLowerCase()}
            <br />
            <span className="soft">{placeText(choice)}</span>
          </span>
        </Button>
      ))}
    </Stack>
  </section>
);

type Props = { live: LiveReading } & Pick<ChoiceProps, 'hasZone' | 'onChoose'>;

/** The reading of a boundary: grid, size, closure, warnings and overlaps, beside the map. */
export function ReadingFacts({ live: { reading, refusal, isReading }, hasZone, onChoose }: Props) {
  if (refusal !== null) {
    return (
      <p className="note" data-tone="bad" role="status">
        {refusal}
      </p>
    );
  }
  if (!reading) return isReading ? <p role="status">Reading the boundary...</p> : null;
  const { choices, warnings, overlaps } = reading;
  return (
    <Stack gap="xs" role="status">
      {choices.length > 0 ? (
        <ReadingChoice {...{ choices, hasZone, onChoose }} />
      ) : (
        <FactList facts={factsOf(reading)} />
      )}
      {warnings.map((warning) => (
        <p key={warning} className="note">
          {warning}
        </p>
      ))}
      {/* The neighbours are those of one reading, which may not be the plan's. */}
      {choices.length === 0 && (
        <>
          <OverlapsNote around={reading} name={shownPlotName} />
          {overlaps.length === 0 && (
            <Text fz="sm" c="dimmed">
              It overlaps no other plot of this office.
            </Text>
          )}
        </>
      )}
    </Stack>
  );
}
