import {
  type DriverImport,
  DriverRemoval,
  IMPORT_TOUCH_LABELS,
  previewTakeBack,
  type TakeBackPreview,
  takeBackDriverImport,
} from '@banbo/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ReasonQuestion } from '~/components/question/reason-question.tsx';
import { useAbility } from '~/lib/ability.ts';
import { call } from '~/lib/api.ts';
import { count, counted } from '~/lib/counted.ts';
import { useIdempotencyKey } from '~/lib/idempotency-key.ts';
import { change } from '~/lib/query-client.ts';
import { useAction } from '~/lib/use-action.ts';
import styles from './taking-back.module.css';

/** The drivers that stay, each number with its reason. */
function Stays({ stays }: Pick<TakeBackPreview, 'stays'>) {
  if (stays.length === 0) return null;
  const all = stays.reduce((sum, { drivers }) => sum + drivers, 0);
  return (
    <>
      <p>
        {counted(all, 'driver')} of it {all === 1 ? 'stays' : 'stay'}:
      </p>
      <ul className={styles.stays}>
        {stays.map(({ touch, drivers }) => (
          <li key={touch}>
            {count(drivers)} {IMPORT_TOUCH_LABELS[touch]}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Takes the drivers of an import back whom nobody has touched since: first who goes and who stays, then the question. */
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
    <section className={styles.takeBack} aria-label="Taking back">
      <Button variant="default" loading={look.isPending} onClick={() => look.mutate()}>
        Take back
      </Button>
      {look.data?.drivers === 0 && (
        <div className={styles.nobody} role="status">
          <p>No driver of this list can be taken back.</p>
          <Stays stays={look.data.stays} />
        </div>
      )}
      <ReasonQuestion
        opened={isAsking}
        title={`Take ${file_name} back?`}
        action="Take back"
        schema={DriverRemoval}
        seenBy="Kept with each driver and in the audit log."
        send={async (body) => {
          const answer = await change(takeBackDriverImport, {
            params: { id },
            body,
            idempotencyKey: retryKey.keyFor({ id, ...body }),
          });
          retryKey.forget();
          return answer;
        }}
        onClose={() => setAsking(false)}
      >
        {look.data && (
          <>
            <p>
              {counted(look.data.drivers, 'driver')} of this list {look.data.drivers === 1 ? 'is' : 'are'} removed.
              Their car, mobile and ID numbers are free again, so that a mended list can be imported. Each can be
              restored.
            </p>
            <Stays stays={look.data.stays} />
          </>
        )}
      </ReasonQuestion>
    </section>
  );
}
