import { sql } from 'kysely';

/** True for a row of `accounts` whose person signs in with codes. */
export const hasSecondFactor = sql<boolean>`EXISTS (SELECT FROM second_factors
  WHERE second_factors.account_id = accounts.id AND second_factors.confirmed_at IS NOT NULL)`;

/** True for a row of `accounts` whose role needs a second factor which the person has not set up. */
export const needsSecondFactor = sql<boolean>`(accounts.kind = 'staff'
  AND EXISTS (SELECT FROM second_factor_roles WHERE second_factor_roles.role = accounts.role)
  AND NOT ${hasSecondFactor})`;
