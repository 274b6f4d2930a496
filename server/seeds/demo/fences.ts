import type { Tx } from '#db/database.ts';
import { callerOf } from '../../test/builders/desk-work.ts';
import { buildFence } from '../../test/builders/fences.ts';

/** A path and two stops on the map, and a rule that holds all cars to Greater Accra. */
export const seedDemoFences = async (tx: Tx, now: Date): Promise<void> => {
  const by = await callerOf(tx, 'superadmin', 'SuperAdmin');
  await buildFence(tx, {
    ...{ kind: 'path', name: 'GREATER ACCRA', must: 'stay_in', by, now },
    shape: {
      kind: 'polygon',
      corners: [
        [5.46, -0.52],
        [5.46, 0.1],
        [5.62, 0.35],
        [5.95, 0.35],
        [5.95, -0.52],
      ],
    },
  });
  const stops = [
    { name: 'CIRCLE STATION', latitude: 5.5697, longitude: -0.2161 },
    { name: 'MADINA STATION', latitude: 5.6698, longitude: -0.1657 },
  ];
  for (const { name, ...centre } of stops) {
    await buildFence(tx, { kind: 'stop', name, shape: { kind: 'circle', ...centre, radius_m: 250 }, by, now });
  }
};
