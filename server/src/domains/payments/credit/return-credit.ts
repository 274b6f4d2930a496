import { today } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type Stateful, transition } from '#db/transition.ts';
import { auditAll } from '#domains/audit';
import { lockDrivers, setUnpaidSince } from '#domains/drivers';
import { reverse } from '#domains/ledger';
import { firstFee } from '#domains/prices';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { nameOfFee } from './booked-uses.ts';
import { driverOfCreditUse } from './credit.repo.ts';

type UsedCredit = {
  id: string;
  status: 'used' | 'returned';
  driver_id: string;
  type_code: string;
  payment_year: number | null;
  payment_month: number | null;
};

const driversOf = (uses: readonly UsedCredit[]): string[] => uses.map(({ driver_id }) => driver_id);

/** Fees that were paid from credit: `used → returned`. */
const creditUses: Stateful<'used' | 'returned', UsedCredit, 'return'> = {
  table: 'credit_uses',
  columns: ['driver_id', 'type_code', 'payment_year', 'payment_month'],
  noun: 'use of credit',
  nameOf: nameOfFee,
  became: { used: 'is in use', returned: 'was returned' },
  changes: {
    return: {
      from: ['used'],
      to: 'returned',
      needs: 'payments.clear',
      action: 'credit.return',
      keepsReason: true,
      refuse: async (tx, uses) => {
        await lockDrivers(tx, driversOf(uses));
        return new Map();
      },
      effect: async (tx, uses, { by, now, reason }) => {
        const fee = await firstFee(tx);
        const first = uses.filter(({ type_code }) => type_code === fee?.type_code);
        await setUnpaidSince(tx, driversOf(first), now);
        const subjectIds = uses.map(({ id }) => id);
        const description = `Credit returned: ${reason}`;
        await reverse(tx, { kind: 'credit use', subjectIds, day: today(now), description }, { by, now });
      },
    },
  },
  audit: auditAll,
};

type Returned = { driverId: string; useId: string; reason: string };

/**
 * Gives a fee that was paid from a driver's credit back to the credit, with a reason: it is due again. Refused with 404
 * `not_found`, also for a use of another driver, and with 409 `conflict` for one that was returned before.
 */
export const returnCredit = async (
  tx: Tx,
  { driverId, useId, reason }: Returned,
  { by, now }: { by: Author; now: Date },
): Promise<void> => {
  if ((await driverOfCreditUse(tx, useId)) !== driverId) {
    throw new Refusal('not_found', 'There is no such use of credit.');
  }
  await transition(tx, creditUses, { ids: [useId], change: 'return', by, reason, now });
};
