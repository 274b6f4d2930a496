import { addDays, today } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { withSavepoint } from '#db/violated-constraint.ts';
import { type AnyApproval, grantApproval, refuseApproval, waitingApproval } from '#domains/approvals';
import { cashUpApproval, expenseApproval, journalApproval } from '#domains/books';
import { staffDirectory } from '#domains/identity';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';

/** The definitions of all that another person approves in the books. */
const DEFINITIONS: readonly AnyApproval[] = [journalApproval, expenseApproval, cashUpApproval];
const definitions = new Map(DEFINITIONS.map((one) => [one.kind, one]));

type Opening = { staff: readonly Caller[]; claims: readonly string[]; firstDay: string };

/** A sequence in one transaction, which is rolled back at its end. */
export const openBookWorld = (tx: Tx, { staff, claims, firstDay }: Opening) => {
  const world = {
    tx,
    claims,
    now: new Date(`${firstDay}T09:00:00Z`),
    journals: [] as string[],
    expenses: [] as string[],
    cashUps: [] as string[],
    yearEnds: [] as string[],
    by: (n: number): Caller => staff[n % staff.length] as Caller,
    pass: (days: number): void => {
      world.now = new Date(`${addDays(today(world.now), days)}T09:00:00Z`);
    },
    /** True when the work was done, false when the product refused it and kept nothing of it. */
    attempt: async (work: () => Promise<unknown>): Promise<boolean> => {
      try {
        await withSavepoint(tx, work);
        return true;
      } catch (error) {
        if (error instanceof Refusal) return false;
        throw error;
      }
    },
    /** Approves or refuses what waits for a record. */
    decide: async (kind: AnyApproval['kind'], subjectId: string, n: number, approves: boolean): Promise<boolean> => {
      const waiting = await waitingApproval(tx, { kind, subjectId });
      if (!waiting) return false;
      const asked = { id: waiting.id, by: world.by(n), now: world.now };
      return world.attempt(() =>
        approves
          ? grantApproval(tx, asked, { definitions, staff: staffDirectory })
          : refuseApproval(tx, { ...asked, body: { reason: 'Not like this.' } }, { definitions }),
      );
    },
  };
  return world;
};
export type BookWorld = ReturnType<typeof openBookWorld>;
