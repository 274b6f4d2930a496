import {
  fromPesewas,
  type RentAccount,
  type RentRunKind,
  rentCarriedOver,
  rentOf,
  today,
  toPesewas,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { loginsOf } from '#domains/identity';
import { rentPaymentsOf } from '#domains/payments';
import { pluck } from '#lib/values.ts';
import { namesOfTenancies } from '../tenancies/tenancy-lists.repo.ts';
import { chargesOf, enteredReviews, type HeldTenancy, heldTenancy, rentSums, reviewsOf } from './rent-accounts.repo.ts';

export const termsOf = async (db: Db, tenancy: HeldTenancy) => ({
  ...tenancy,
  reviews: (await reviewsOf(db, [tenancy.id])).get(tenancy.id) ?? [],
});

/** The rent that is owed on a tenancy, `0.00` for none. */
export const rentOwed = async (db: Db, tenancyId: string): Promise<string> =>
  (await rentSums(db, tenancyId))?.owed ?? '0.00';

/** The yearly rent with which a record goes on that follows a tenancy on a day. */
export const rentOfNextRecord = async (
  db: Db,
  tenancy: HeldTenancy,
  day: string,
): Promise<{ ground_rent: string; rent_from: number }> => {
  const { pesewas, rent_from } = rentCarriedOver(await termsOf(db, tenancy), Number(day.slice(0, 4)));
  return { ground_rent: fromPesewas(pesewas), rent_from };
};

/** The rent account of a tenancy; undefined where there is no such tenancy. */
export const showRentAccount = async (
  db: Db,
  { id, now }: { id: string; now: Date },
): Promise<RentAccount | undefined> => {
  const tenancy = await heldTenancy(db, id);
  const names = (await namesOfTenancies(db, [id])).get(id);
  if (!tenancy || !names) return undefined;
  const sums = await rentSums(db, id);
  const { charged, paid, owed_since } = sums ?? { charged: '0.00', paid: '0.00', owed_since: null };
  const { rent, due } = rentOf(await termsOf(db, tenancy), Number(today(now).slice(0, 4)));
  const charges = await chargesOf(db, id);
  const reviews = await enteredReviews(db, id);
  const people = [...pluck(reviews, 'entered_by'), ...pluck(charges, 'cancelled_by')].filter((one) => one !== null);
  const logins = await loginsOf(db, people);
  return {
    ...{ id, ...names, held_from: tenancy.held_from, held_until: tenancy.held_until },
    ...{ review_years: tenancy.review_years, review_percent: tenancy.review_percent },
    ...{ charged, paid, balance: fromPesewas(toPesewas(charged) - toPesewas(paid)), owed_since },
    ...{ rent_now: fromPesewas(rent), review_due: due },
    charges: charges.map(({ raised_at, cancelled_at, cancelled_by, kind, ...charge }) => ({
      ...charge,
      kind: kind as RentRunKind,
      raised_at: raised_at.toISOString(),
      cancelled_at: cancelled_at?.toISOString() ?? null,
      cancelled_by: cancelled_by === null ? null : (logins.get(cancelled_by) ?? ''),
    })),
    payments: await rentPaymentsOf(db, id),
    reviews: reviews.map(({ entered_at, entered_by, ...review }) => ({
      ...review,
      entered_at: entered_at.toISOString(),
      entered_by: logins.get(entered_by) ?? '',
    })),
  };
};
