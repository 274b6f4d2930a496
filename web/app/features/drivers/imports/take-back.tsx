import {
  type DriverImport,
  DriverRemoval,
  formatInstant,
  IMPORT_TOUCH_LABELS,
  previewTakeBack,
  type TakeBackPreview,
  takeBackDriverImport,
} from '@banbo/contract';
import { Box, Button, List, Text } from '@mantine/core';
import { useState } from 'react';
import { ReasonQuestion } from '~/components/question/reason-question.tsx';
import { ImportBar, ImportProblem } from '~/components/table-import/import-page.tsx';
import { call } from '~/lib/api/api.ts';
import { useIdempotencyKey } from '~/lib/api/idempotency-key.ts';
import { change } from '~/lib/api/query-client.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { count, counted } from '~/lib/counted.ts';
import { useAbility } from '~/lib/session/ability.ts';

function Stays({ stays }: Pick<TakeBackPreview, 'stays'>) {
  if (stays.length === 0) return null;
  const all = stays.reduce((sum, { drivers }) => sum + drivers, 0);
  return (
    <>
      <p>{counted(all, 'driver of it stays', 'drivers of it stay')}:</p>
      <List size="sm" mb="xs">
        {stays.map(({ touch, drivers }) => (
          <List.Item key={touch}>
            {count(drivers)} {IMPORT_TOUCH_LABELS[touch]}
          </List.Item>
        ))}
      </List>
    </>
  );
}

/** Takes back the drivers that nobody has touched since, after saying how many stay. */
export function TakeBack({ list }: { list: DriverImport }) {
  const { id, file_name, drivers, status, taken_back } = list;
  const { can } = useAbility();
  const retryKey = useIdempotencyKey();
  const [isAsking, setAsking] = useState(false);
  const look = useAction({
    run: () => call(previewTakeBack, { params: { id } }),
    onDone: (preview) => setAsking(preview.drivers > 0),
  });
  const isBusy = status === 'importing' || taken_back?.status === 'running';
  const areAllGone = drivers === (taken_back?.drivers ?? 0);
  if (areAllGone || isBusy || !can('drivers.remove')) return null;
  return (
    <Box component="section" mb="md" aria-label="Taking back">
      <Button variant="default" loading={look.isPending} onClick={() => look.mutate()}>
        Take back
      </Button>
      {look.data?.drivers === 0 && (
        <Box className="soft" mt="xs" role="status">
          <p>No driver of this list can be taken back.</p>
          <Stays stays={look.data.stays} />
        </Box>
      )}
      <ReasonQuestion
        opened={isAsking}
        title={`Take ${file_name} back?`}
        action="Take back"
        schema={DriverRemoval}
        seenBy="Kept with each driver and in the audit log."
        send={(body) =>
          retryKey.send({ id, ...body }, (idempotencyKey) =>
            change(takeBackDriverImport, { params: { id }, body, idempotencyKey }),
          )
        }
        onClose={() => setAsking(false)}
      >
        {look.data && (
          <>
            <p>
              {counted(look.data.drivers, 'driver of this list is', 'drivers of this list are')} removed. Their car,
              mobile and ID numbers are free again, so that a corrected list can be imported. Each can be restored.
            </p>
            <Stays stays={look.data.stays} />
          </>
        )}
      </ReasonQuestion>
    </Box>
  );
}

export function TakenBackState({ list: { taken_back } }: { list: DriverImport }) {
  if (taken_back === null) return null;
  const { status, drivers, ended_at, progress } = taken_back;
  if (status === 'running')
    return progress && <ImportBar of="taking back" progress={progress} noun="drivers looked at" />;
  if (status === 'failed') {
    return (
      <ImportProblem>
        Taking back stopped after {counted(drivers, 'driver')}. {progress?.failure} It can be started again.
      </ImportProblem>
    );
  }
  return (
    <Text className="soft" mb="md" role="status">
      {counted(drivers, 'driver of this list was', 'drivers of this list were')} taken back, the last time on{' '}
      {ended_at && formatInstant(ended_at)}. Each can be restored from the driver’s page.
    </Text>
  );
}
