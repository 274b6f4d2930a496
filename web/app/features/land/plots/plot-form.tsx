import {
  AREA_UNIT_LABELS,
  addPlot,
  changePlot,
  LAND_USE_LABELS,
  OWNER_KIND_LABELS,
  type PlotRecord,
  shownName,
  shownPlotName,
  showPlot,
  zones,
} from '@banbo/contract';
import { Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { RecordForm } from '~/components/record/record-form.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { safePath } from '~/lib/session/safe-path.ts';
import { BoundaryFields } from './boundary-fields.tsx';
import styles from './land-plots.module.css';
import {
  checkPlotForm,
  EMPTY_PLOT,
  newPlotBody,
  type PlotValues,
  plotChangeBody,
  valuesOfPlot,
} from './plot-values.ts';

const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** A new plot, or the facts and the boundary of a known one. */
function PlotForm({ plot }: { plot: PlotRecord | null }) {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  // An application whose plot was not on the list takes it once it is.
  const asking = safePath(query.get('then'));
  const { data: all = [] } = useQuery(read(zones.list, {}));
  const form = useForm<PlotValues>({
    initial: plot ? valuesOfPlot(plot) : EMPTY_PLOT,
    check: (values) => checkPlotForm(values, plot),
    keyName: 'banbo-plot-key',
  });
  const send = async (values: PlotValues): Promise<{ message: string; id: string }> => {
    if (plot) {
      const answer = await change(changePlot, { params: { id: plot.id }, body: plotChangeBody(values, plot) });
      return { ...answer, id: plot.id };
    }
    const body = newPlotBody(values);
    return change(addPlot, { body, idempotencyKey: form.retryKey.keyFor(body) });
  };
  const isHeld = plot !== null && plot.tenancy !== null;
  return (
    <RecordForm
      form={form}
      send={send}
      action={plot ? 'Update' : 'Add plot'}
      cancel={plot ? `/plots/${plot.id}` : (asking ?? '/plots')}
      then={({ id }) => navigate(asking ? `${asking}?plot=${id}` : `/plots/${id}`, { replace: true })}
    >
      <NativeSelect
        {...form.input('zone_id')}
        label="Zone"
        required
        data={[{ value: '', label: 'Choose…' }, ...all.map(({ id, zone }) => ({ value: id, label: shownName(zone) }))]}
      />
      <TextInput {...form.input('block')} label="Block" description="Empty if the layout has none" maxLength={20} />
      <TextInput {...form.input('plot_number')} label="Plot number" required autoComplete="off" maxLength={20} />
      <NativeSelect {...form.input('land_use')} label="Use" data={choicesOf(LAND_USE_LABELS)} />
      <NativeSelect {...form.input('owner_kind')} label="Owner" data={choicesOf(OWNER_KIND_LABELS)} />
      <TextInput
        {...form.input('owner_name')}
        label="Name of the stool, skin, clan or family"
        required
        autoComplete="off"
        maxLength={120}
      />
      <Group gap="xs" wrap="nowrap" align="flex-start" grow>
        <TextInput
          {...form.input('area')}
          label="Area on the plan"
          inputMode="decimal"
          placeholder="0.16"
          maxLength={14}
        />
        <NativeSelect {...form.input('area_unit')} label="Unit" data={choicesOf(AREA_UNIT_LABELS)} />
      </Group>
      <BoundaryFields form={form} plot={plot} />
      {isHeld && (
        <TextInput
          {...form.input('reason')}
          className={styles.whole ?? ''}
          label="Reason"
          description="Somebody holds this plot: needed where its boundary changes. Stays in the audit log."
          maxLength={300}
        />
      )}
      <Textarea {...form.input('note')} className={styles.whole ?? ''} label="Note" rows={3} maxLength={1000} />
    </RecordForm>
  );
}

export const AddPlot = () => (
  <Page lead="The boundary can come later. The surveyor’s numbers are kept as they are written.">
    <PlotForm plot={null} />
  </Page>
);

export const EditPlot = ({ id }: { id: string }) => (
  <RecordLoaded
    of="plot"
    query={{ ...read(showPlot, { params: { id } }), staleTime: 0 }}
    ways={[{ to: '/plots', label: 'See all plots' }]}
  >
    {(plot) => (
      <Page title={`Edit ${shownPlotName(plot)}`}>
        <PlotForm plot={plot} />
      </Page>
    )}
  </RecordLoaded>
);
