import {
  type DriverImport,
  DriverRemoval,
  IMPORT_TOUCH_LABELS,
  previewTakeBack,
  takeBackDriverImport,
} from '@banbo/contract';
import { TakeBack, TakenBackState, type TakingBack } from '~/components/table-import/take-back.tsx';
import { call } from '~/lib/api/api.ts';
import { change } from '~/lib/api/query-client.ts';
import { counted } from '~/lib/counted.ts';

const TAKING_BACK: TakingBack<'drivers'> = {
  key: 'drivers',
  needs: 'drivers.remove',
  preview: (id) => call(previewTakeBack, { params: { id } }),
  takeBack: (id, body, idempotencyKey) => change(takeBackDriverImport, { params: { id }, body, idempotencyKey }),
  schema: DriverRemoval,
  touches: IMPORT_TOUCH_LABELS,
  noun: 'driver',
  thing: 'list',
  nothing: 'No driver of this list can be taken back.',
  says: (going) =>
    `${counted(going, 'driver of this list is', 'drivers of this list are')} removed. Their car, mobile and ID numbers are free again, so that a corrected list can be imported. Each can be restored.`,
  seenBy: 'Kept with each driver and in the audit log.',
  afterwards: ' Each can be restored from the driver’s page.',
};

type Props = { list: DriverImport };

/** Takes back the drivers that nobody has touched since, after saying how many stay. */
export const TakeDriversBack = ({ list }: Props) => <TakeBack of={TAKING_BACK} record={list} made={list.drivers} />;

export const DriversTakenBack = ({ list }: Props) => <TakenBackState of={TAKING_BACK} record={list} />;
