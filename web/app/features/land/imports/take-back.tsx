import {
  LAND_TOUCH_LABELS,
  type LandImport,
  LandTakeBack,
  previewLandTakeBack,
  takeBackLandImport,
} from '@banbo/contract';
import { TakeBack, TakenBackState, type TakingBack } from '~/components/table-import/take-back.tsx';
import { call } from '~/lib/api/api.ts';
import { change } from '~/lib/api/query-client.ts';
import { counted } from '~/lib/counted.ts';

const TAKING_BACK: TakingBack<'records'> = {
  key: 'records',
  needs: 'land.write',
  preview: (id) => call(previewLandTakeBack, { params: { id } }),
  takeBack: (id, body, idempotencyKey) => change(takeBackLandImport, { params: { id }, body, idempotencyKey }),
  schema: LandTakeBack,
  touches: LAND_TOUCH_LABELS,
  noun: 'record',
  thing: 'register',
  nothing: 'Nothing of this register can be taken back.',
  says: (going) =>
    `${counted(going, 'record')} of this register, which are plots, tenants, tenancies and boundaries, will be removed for good. A corrected register can then be imported.`,
  seenBy: 'Kept in the audit log with each record.',
};

type Props = { register: LandImport };

/** Takes back what nobody has touched since, after saying how much stays and why. */
export function TakeLandBack({ register }: Props) {
  const { plots, tenants, tenancies, boundaries } = register;
  return <TakeBack of={TAKING_BACK} record={register} made={plots + tenants + tenancies + boundaries} />;
}

export const LandTakenBack = ({ register }: Props) => <TakenBackState of={TAKING_BACK} record={register} />;
