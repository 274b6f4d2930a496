import {
  formatInstant,
  LAND_TOUCH_LABELS,
  type LandImport,
  LandTakeBack,
  type LandTakeBackPreview,
  previewLandTakeBack,
  takeBackLandImport,
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

function StayingRecords({ stays }: Pick<LandTakeBackPreview, 'stays'>) {
  if (stays.length === 0) return null;
  const all = stays.reduce((sum, { records }) => sum + records, 0);
  return (
    <>
      <p>{counted(all, 'record of it stays', 'records of it stay')}:</p>
      <List size="sm" mb="xs">
        {stays.map(({ touch, records }) => (
          <List.Item key={touch}>
            {count(records)} {LAND_TOUCH_LABELS[touch]}
          </List.Item>
        ))}
      </List>
    </>
  );
}

/** Takes back what nobody has touched since, after saying how much stays and why. */
export function TakeLandBack({ register }: { register: LandImport }) {
  const { id, file_name, status, taken_back, plots, tenants, tenancies, boundaries } = register;
  const retryKey = useIdempotencyKey();
  const [isAsking, setAsking] = useState(false);
  const look = useAction({
    run: () => call(previewLandTakeBack, { params: { id } }),
    onDone: ({ records }) => setAsking(records > 0),
  });
  const isBusy = status === 'importing' || taken_back?.status === 'running';
  const areAllGone = plots + tenants + tenancies + boundaries === (taken_back?.records ?? 0);
  if (areAllGone || isBusy) return null;
  return (
    <Box component="section" mb="md" aria-label="Taking back">
      <Button variant="default" loading={look.isPending} onClick={() => look.mutate()}>
        Take back
      </Button>
      {look.data?.records === 0 && (
        <Box className="soft" mt="xs" role="status">
          <p>Nothing of this register can be taken back.</p>
          <StayingRecords stays={look.data.stays} />
        </Box>
      )}
      <ReasonQuestion
        opened={isAsking}
        title={`Take ${file_name} back?`}
        action="Take back"
        schema={LandTakeBack}
        seenBy="Kept in the audit log with each record."
        send={(body) =>
          retryKey.send({ id, ...body }, (idempotencyKey) =>
            change(takeBackLandImport, { params: { id }, body, idempotencyKey }),
          )
        }
        onClose={() => setAsking(false)}
      >
        {look.data && (
          <>
            <p>
              {counted(look.data.records, 'record', 'records')} of this register, which are plots, tenants, tenancies
              and boundaries, will be removed for good. A corrected register can then be imported.
            </p>
            <StayingRecords stays={look.data.stays} />
          </>
        )}
      </ReasonQuestion>
    </Box>
  );
}

export function LandTakenBack({ register: { taken_back } }: { register: LandImport }) {
  if (taken_back === null) return null;
  const { status, records, ended_at, progress } = taken_back;
  if (status === 'running')
    return progress && <ImportBar of="taking back" progress={progress} noun="records looked at" />;
  if (status === 'failed') {
    return (
      <ImportProblem>
        Taking back stopped after {counted(records, 'record')}. {progress?.failure} It can be started again.
      </ImportProblem>
    );
  }
  return (
    <Text className="soft" mb="md" role="status">
      {counted(records, 'record of this register was', 'records of this register were')} taken back, the last time on{' '}
      {ended_at && formatInstant(ended_at)}.
    </Text>
  );
}
