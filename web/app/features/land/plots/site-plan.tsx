import { addSitePlan, formatInstant, getSitePlan, type PlotRecord } from '@banbo/contract';
import { Anchor, Group, Text } from '@mantine/core';
import { choosePaper } from '~/components/papers/choose-paper.ts';
import { fileSize, PaperButton } from '~/components/papers/paper-button.tsx';
import { useIdempotencyKey } from '~/lib/api/idempotency-key.ts';
import { change } from '~/lib/api/query-client.ts';
import { saveFile } from '~/lib/api/save-file.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { useAbility } from '~/lib/session/ability.ts';

/** The site plan of a plot: to save, and for those who may, to attach a newer one. */
export function SitePlanOfPlot({ plot: { id, site_plan } }: { plot: PlotRecord }) {
  const { can } = useAbility();
  const retryKey = useIdempotencyKey();
  const saving = useAction({ run: () => saveFile(getSitePlan, { params: { id } }) });
  const sending = useAction({
    run: async (chosen: File) => {
      const body = { file: await choosePaper(chosen) };
      return retryKey.send(body, (idempotencyKey) => change(addSitePlan, { params: { id }, body, idempotencyKey }));
    },
    says: ({ message }) => message,
  });
  const label = site_plan === null ? 'Attach the site plan' : 'Attach a newer one';
  return (
    <section className="card" aria-label="Site plan">
      <Group gap="xs" justify="space-between">
        {site_plan === null ? (
          <Text c="dimmed">No site plan is attached.</Text>
        ) : (
          <div>
            <Anchor component="button" type="button" disabled={saving.isPending} onClick={() => saving.mutate()}>
              {site_plan.file_name}
            </Anchor>
            <Text c="dimmed" fz="sm">
              {fileSize(site_plan.size)}, {site_plan.added_by}, {formatInstant(site_plan.added_at)}
            </Text>
          </div>
        )}
        {can('land.write') && (
          <PaperButton label={label} busy={sending.isPending} onFile={(file) => sending.mutate(file)} />
        )}
      </Group>
    </section>
  );
}
