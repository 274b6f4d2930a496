import {
  fullName,
  type IncompleteRegistration,
  incompleteRegistrationList,
  type ListQuery,
  MAX_UNPAID_COUNTED,
  type MissingPart,
  today,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { countWaitingCarRequests, currentRegistrations } from '#domains/drivers';
import { accountsWithoutPassword, withoutPassword } from '#domains/identity';
import { pluck } from '#lib/values.ts';
import { waitingAmounts } from '../arrears/owed.repo.ts';
import { countUnpaid, incompleteRegistrationsSql, type RegistrationRow } from './incomplete-registrations.repo.ts';

const DAY = 86_400_000;

/** `days`: how long a registration may wait for its fee. */
type Deps = { days: number; now: () => Date };

const daysLeft = ({ unpaid_since }: RegistrationRow, { days, now }: Deps): number | null =>
  unpaid_since && Math.max(0, Math.floor(days - (now().getTime() - unpaid_since.getTime()) / DAY));

const missingOf = (
  row: RegistrationRow,
  { claims, passwords, now }: { claims: ReadonlySet<string>; passwords: ReadonlySet<string>; now: Date },
): MissingPart[] => {
  const missing: Readonly<Record<MissingPart, boolean>> = {
    fee: row.is_fee_due,
    claim: row.is_fee_due && claims.has(row.id),
    photo: !row.has_photo,
    document: row.expiry_date === null || row.expiry_date < today(now),
    password: passwords.has(row.account_id),
  };
  return (Object.keys(missing) as MissingPart[]).filter((part) => missing[part]);
};

/** Lists incomplete registrations with all their missing parts. */
export const incompleteRegistrationsSource = (
  deps: Deps,
): ListSource<ListQuery<typeof incompleteRegistrationList>, IncompleteRegistration> =>
  listSource(
    incompleteRegistrationList,
    incompleteRegistrationsSql({ registrations: currentRegistrations, accountsWithoutPassword }, () =>
      today(deps.now()),
    ),
    async (rows, db) => {
      const claims = await waitingAmounts(db, pluck(rows, 'id'));
      const passwords = await withoutPassword(db, pluck(rows, 'account_id'));
      const known = { claims: new Set(claims.keys()), passwords: new Set(passwords), now: deps.now() };
      return rows.map((row) => ({
        id: row.id,
        driver_code: row.driver_code,
        fullname: fullName(row),
        car_number: row.car_number,
        mobile_number: row.mobile_number,
        registered_at: row.registered_at.toISOString(),
        missing: missingOf(row, known),
        expiry_date: row.expiry_date,
        days_left: daysLeft(row, deps),
      }));
    },
  );

/** The menu's registrations without a cleared fee and car requests. */
export const countWaitingRegistrations = async (db: Db): Promise<number> => {
  const both = [
    countUnpaid(db, currentRegistrations, MAX_UNPAID_COUNTED),
    countWaitingCarRequests(db, MAX_UNPAID_COUNTED),
  ];
  const counts = await Promise.all(both);
  return counts.reduce((sum, one) => sum + one, 0);
};
