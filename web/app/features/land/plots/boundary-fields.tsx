import {
  type BoundaryRead,
  type LonLat,
  MOST_PLAN_TEXT,
  PLOT_GRID_LABELS,
  PLOT_GRIDS,
  type PlotRecord,
  POINT_ORDER_LABELS,
  POINT_ORDERS,
} from '@banbo/contract';
import { Button, Checkbox, FileButton, Grid, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useMemo } from 'react';
import { BaseMap } from '~/components/map/base-map.tsx';
import { fieldId } from '~/lib/form/check-by.ts';
import type { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import { BoundaryLayer } from './boundary-layer.tsx';
import { ReadingFacts, useBoundaryReading } from './boundary-reading.tsx';
import styles from './land-plots.module.css';
import {
  type BoundaryWay,
  cornersOfDrawn,
  type PlotValues,
  withDrawnCorner,
  withoutLastCorner,
} from './plot-values.ts';

const WAY_LABELS: Readonly<Record<BoundaryWay, string>> = {
  keep: 'Keep the boundary as it is',
  plan: 'Paste the surveyor’s table',
  geojson: 'GeoJSON, KML or WKT, as text or a file',
  draw: 'Draw it on the map',
  none: 'Without a boundary',
};

type Form = ReturnType<typeof useForm<PlotValues>>;
type Props = { form: Form; plot: PlotRecord | null };

const choices = <Key extends string>(keys: readonly Key[], labels: Readonly<Record<Key, string>>) => [
  { value: '', label: 'Recognise it' },
  ...keys.map((key) => ({ value: key, label: labels[key] })),
];

const GridFields = ({ form }: Pick<Props, 'form'>) => (
  <Group gap="sm" grow>
    <NativeSelect {...form.input('grid')} label="Grid" data={choices(PLOT_GRIDS, PLOT_GRID_LABELS)} />
    <NativeSelect {...form.input('order')} label="Order" data={choices(POINT_ORDERS, POINT_ORDER_LABELS)} />
  </Group>
);

function PlanFields({ form }: Pick<Props, 'form'>) {
  return (
    <>
      <Textarea
        {...form.input('plan_text')}
        classNames={{ root: styles.plan ?? '' }}
        label="The surveyor’s table"
        description="One point a line: its name and its two numbers, and bearings and distances if the plan has them"
        placeholder={'A 1195354.27 339057.64\nB 1195454.27 339057.64\n…'}
        rows={7}
        maxLength={MOST_PLAN_TEXT}
        spellCheck={false}
      />
      <GridFields form={form} />
    </>
  );
}

const TOO_LARGE = 'This file is too large for the boundary of one plot. Import a file of many plots instead.';

function GeojsonFields({ form }: Pick<Props, 'form'>) {
  const take = async (file: File | null): Promise<void> => {
    if (!file) return;
    if (/\.kmz$/i.test(file.name)) toast.error('A KMZ file is packed. Please save it as KML.');
    else if (file.size > MOST_PLAN_TEXT) toast.error(TOO_LARGE);
    else form.setFieldValue('geojson', await file.text());
  };
  return (
    <>
      <Textarea
        {...form.input('geojson')}
        classNames={{ root: styles.plan ?? '' }}
        label="GeoJSON, KML or WKT"
        description="One polygon. In degrees the longitude comes first, and else the east"
        rows={7}
        maxLength={MOST_PLAN_TEXT}
        spellCheck={false}
      />
      <Group>
        <FileButton
          accept=".geojson,.json,.kml,.kmz,.wkt,.txt,application/geo+json,application/json"
          onChange={(file) => void take(file)}
        >
          {(props) => (
            <Button {...props} variant="default" size="xs">
              Choose a file
            </Button>
          )}
        </FileButton>
      </Group>
      <GridFields form={form} />
    </>
  );
}

function DrawFields({ form }: Pick<Props, 'form'>) {
  const { drawn } = form.values;
  const count = cornersOfDrawn(drawn).length;
  return (
    <>
      <Text fz="sm">
        Click on the map to set the corners one after the other. By keyboard, paste them in degrees as a surveyor’s
        table.
      </Text>
      <Group gap="sm">
        <Text fz="sm" role="status">
          {count} {count === 1 ? 'corner' : 'corners'}
        </Text>
        <Button
          variant="default"
          size="xs"
          disabled={count === 0}
          onClick={() => form.setFieldValue('drawn', withoutLastCorner(drawn))}
        >
          Undo the last corner
        </Button>
        <Button variant="default" size="xs" disabled={count === 0} onClick={() => form.setFieldValue('drawn', '[]')}>
          Begin again
        </Button>
      </Group>
    </>
  );
}

/** The plot's own boundary and what is around it, as it is stored. */
const stored = (plot: PlotRecord | null) => ({
  ring: plot?.boundary ?? null,
  neighbours: plot?.neighbours ?? [],
  overlaps: plot?.overlaps ?? [],
});

const NONE: readonly LonLat[] = [];

/** Where the readings of a plan lie while there are several. */
const placesOf = (way: BoundaryWay, reading: BoundaryRead | null): readonly LonLat[] =>
  way === 'keep' || way === 'none' || !reading ? NONE : reading.choices.map(({ place }) => place);

/** A boundary as it is given, with what is read of it beside the map. */
export function BoundaryFields({ form, plot }: Props) {
  const { values, errors, setFieldValue } = form;
  const way = values.way as BoundaryWay;
  const live = useBoundaryReading(values, plot?.id ?? null);
  const { reading } = live;
  const places = useMemo(() => placesOf(way, reading), [way, reading]);
  const before = stored(plot);
  const corners = cornersOfDrawn(values.drawn);
  const isDrawing = way === 'draw';
  const shown = way === 'keep' || way === 'none' || !reading ? before : reading;
  const ring = isDrawing ? corners : way === 'keep' ? before.ring : (reading?.ring ?? null);
  const ways = (Object.keys(WAY_LABELS) as BoundaryWay[]).filter((one) => one !== 'keep' || plot?.has_boundary);
  const isRead = way !== 'keep' && way !== 'none' && reading?.choices.length === 0;
  const overlaps = isRead ? reading.overlaps : [];
  return (
    <fieldset className={styles.whole}>
      <legend>
        <h2>Boundary</h2>
      </legend>
      <Grid gap="md" mt="xs">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="sm">
            <NativeSelect
              {...form.input('way')}
              label="How it is given"
              data={ways.map((one) => ({ value: one, label: WAY_LABELS[one] }))}
            />
            {way === 'plan' && <PlanFields form={form} />}
            {way === 'geojson' && <GeojsonFields form={form} />}
            {isDrawing && <DrawFields form={form} />}
            <div id={fieldId('boundary')} tabIndex={-1}>
              {errors.boundary && (
                <p className="note" data-tone="bad" role="alert">
                  {errors.boundary}
                </p>
              )}
            </div>
            <ReadingFacts
              live={live}
              hasZone={values.zone_id !== ''}
              onChoose={(grid, order) => {
                setFieldValue('grid', grid);
                setFieldValue('order', order);
              }}
            />
            {(overlaps.length > 0 || errors.accepts_overlap) && (
              <Checkbox
                id={fieldId('accepts_overlap')}
                label="I have looked at the overlap, and it is right to store it"
                checked={values.accepts_overlap}
                error={errors.accepts_overlap}
                onChange={(event) => setFieldValue('accepts_overlap', event.currentTarget.checked)}
              />
            )}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <div className={styles.ground}>
            <BaseMap label="Map of the boundary">
              <BoundaryLayer
                ring={ring}
                name={isDrawing ? '' : values.plot_number}
                neighbours={shown.neighbours}
                overlaps={way === 'keep' ? before.overlaps : overlaps}
                places={places}
                onPlace={
                  isDrawing ? (place) => setFieldValue('drawn', withDrawnCorner(values.drawn, place)) : undefined
                }
                viewKey={isDrawing ? 'draw' : JSON.stringify([ring?.[0], places])}
              />
            </BaseMap>
          </div>
        </Grid.Col>
      </Grid>
    </fieldset>
  );
}
