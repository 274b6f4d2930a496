import type { StaffRole } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { buildWaiver } from '../../test/builders/waivers.ts';

const signerOf = async (tx: Tx, role: StaffRole) => {
  const login = role.toLowerCase();
  const named = tx.selectFrom('accounts').select('id').where('login', '=', login);
  const { id } = await named.executeTakeFirstOrThrow();
  return { id, role, login };
};

const WAIVERS = [
  { kind: 'waiver', count: 1, reason: 'In hospital all month, as the ward’s letter says.', isApproved: true },
  {
    kind: 'write_off',
    count: 2,
    reason: 'The car was sold and the driver cannot be reached any more.',
    isApproved: true,
  },
  { kind: 'waiver', count: 1, reason: 'Our device was repaired for three weeks.', isApproved: false },
] as const;

/** A waiver, a write-off of two debts, and a waiver that waits for approval. */
export const seedDemoWaivers = async (
  tx: Tx,
  { drivers, now }: { drivers: readonly { id: string }[]; now: Date },
): Promise<void> => {
  const asker = await signerOf(tx, 'SystemAdmin');
  const approver = await signerOf(tx, 'SuperAdmin');
  // Debts depend on the day: each takes the next driver who owes enough.
  const left = [...drivers];
  for (const { isApproved, ...waiver } of WAIVERS) {
    const signed = { ...waiver, asker, ...(isApproved && { approver }), now };
    let driver = left.shift();
    while (driver && !(await buildWaiver(tx, { ...signed, driverId: driver.id }))) driver = left.shift();
    if (!driver) throw new Error('Too few drivers owe enough for the demo’s waivers');
  }
};
