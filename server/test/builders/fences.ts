import type { FenceKind, FenceMust, FenceShape } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { addRule, drawFence } from '../../src/domains/tracking/fences/fences.ts';
import type { AtWork } from './desk-work.ts';

type Given = AtWork & {
  kind: FenceKind;
  name: string;
  shape: FenceShape;
  /** A rule for all cars at all times, where there is one. */
  must?: FenceMust;
};

/** A path or stop that is drawn on the map; gives the number of its shape. */
export const buildFence = async (tx: Tx, { kind, name, shape, must, by, now }: Given): Promise<string> => {
  const { id } =
    kind === 'path'
      ? await tx.insertInto('paths').values({ path: name }).returning('id').executeTakeFirstOrThrow()
      : await tx.insertInto('stops').values({ stop: name }).returning('id').executeTakeFirstOrThrow();
  const { shape_id } = await drawFence(tx, { body: { kind, id, version: 0, shape }, by, now });
  if (must === undefined) return shape_id;
  const whole = { days: [1, 2, 3, 4, 5, 6, 7], from_time: '00:00', until_time: '00:00', is_active: true };
  await addRule(tx, { body: { shape_id, must, plan: null, driver_id: null, ...whole }, by, now });
  return shape_id;
};
