import type { StaffRole } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { buildWaiver } from '../../test/builders/waivers.ts';

/** The drivers of whose debts some are given up. */
export const DEMO_WAIVERS = 3;

const signerOf = async (tx: Tx, role: StaffRole) => {
  const login = role.toLowerCase();
  const named = tx.selectFrom('accounts').select('id').where('login', '=', login);
  const { id } = await named.executeTakeFirstOrThrow();
  return { id, role, login };
};

/** A waiver, a write-off of two debts, and a waiver that waits for approval. */
export const seedDemoWaivers = async (
  tx: Tx,
  { drivers: [ill, gone, asking], now }: { drivers: readonly { id: string }[]; now: Date },
): Promise<void> => {
  if (!ill || !gone || !asking) throw new Error('Too few drivers for the demo’s waivers');
  const [asker, approver] = [await signerOf(tx, 'SystemAdmin'), await signerOf(tx, 'SuperAdmin')];
  const signed = { asker, approver, now };
  const reason = 'In hospital all month, as the ward’s letter says.';
  await buildWaiver(tx, { ...signed, driverId: ill.id, kind: 'waiver', count: 1, reason });
  const moved = 'The car was sold and the driver cannot be reached any more.';
  await buildWaiver(tx, { ...signed, driverId: gone.id, kind: 'write_off', count: 2, reason: moved });
  const late = 'Our device was repaired for three weeks.';
  await buildWaiver(tx, { asker, now, driverId: asking.id, kind: 'waiver', count: 1, reason: late });
};
