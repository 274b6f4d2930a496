import type { Tx } from '#db/database.ts';
import { callerOf } from '../../test/builders/desk-work.ts';
import { buildWaiver, owingAmong } from '../../test/builders/waivers.ts';

/** A waiver, a write-off of two debts, and a waiver that waits for approval. */
export const seedDemoWaivers = async (
  tx: Tx,
  { drivers, now }: { drivers: readonly { id: string }[]; now: Date },
): Promise<void> => {
  const [ill, gone, asking] = await owingAmong(tx, drivers, now);
  if (!ill || !gone || !asking) throw new Error('Too few drivers for the demo’s waivers');
  const [asker, approver] = [
    await callerOf(tx, 'systemadmin', 'SystemAdmin'),
    await callerOf(tx, 'superadmin', 'SuperAdmin'),
  ];
  const signed = { asker, approver, now };
  const reason = 'In hospital all month, as the ward’s letter says.';
  await buildWaiver(tx, { ...signed, driverId: ill.id, kind: 'waiver', count: 1, reason });
  const moved = 'The car was sold and the driver cannot be reached any more.';
  await buildWaiver(tx, { ...signed, driverId: gone.id, kind: 'write_off', count: 2, reason: moved });
  const late = 'Our device was repaired for three weeks.';
  await buildWaiver(tx, { asker, now, driverId: asking.id, kind: 'waiver', count: 1, reason: late });
};
