import {
  type CaseReason,
  CLEARANCE_REACH,
  type PayerSide,
  type PaymentMode,
  type TransferSource,
} from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isPaidBack } from '../missing/missing.repo.ts';
import { isTwinned } from '../transfers/transfers.repo.ts';

type Sql = RawBuilder<unknown>;

/** Relations and conditions of other domains. */
export type CaseRelations = {
  owners: Sql;
  driversNamed: (text: string) => RawBuilder<{ id: string }>;
  isCurrentCar: (key: Sql) => Sql;
  isCarOfOther: (key: Sql, driverId: Sql) => Sql;
  waitingClaims: (reach: number) => Sql;
  waitingClaimCount: Sql;
  waitingClaimIds: (direction: Sql, limit: number) => Sql;
  reclaimedPayments: (reach: number) => Sql;
  reclaimedIds: (direction: Sql, limit: number) => Sql;
  claimsAmong: (ids: Sql) => Sql;
  isDriverOfText: (driverId: Sql, text: string) => RawBuilder<SqlBool>;
  numbersOfDrivers: (ids: readonly string[]) => Sql;
  claimsFound: (
    asked: {
      search: string;
      drivers: RawBuilder<{ id: string }>;
      keys: Sql;
      waitingOf: ((driverId: Sql) => RawBuilder<SqlBool>) | null;
    },
    reach: number,
  ) => Sql;
  keyWaits: (key: Sql) => Sql;
  keyIsCleared: (key: Sql) => Sql;
  takenFrom: (transferId: Sql) => Sql;
};

/** A selected case; an id that begins with `T` means money. */
export type CaseRow = {
  id: string;
  kind: 'claim' | 'transfer';
  /** The record number of the claim or the transfer. */
  record: string;
  since: Date;
  reason: CaseReason;
  type_code: string | null;
  payment_year: number | null;
  payment_month: number | null;
  amount: string;
  /** The price of a claim's fee when it was sent. */
  price: string | null;
  transaction_id: string;
  money_id: string | null;
  money_amount: string | null;
  money_mode: PaymentMode | null;
  source: TransferSource | null;
  payer_name: string | null;
  reference: string | null;
  first_name: string | null;
  last_name: string | null;
  driver_code: string | null;
  car_number: string | null;
  side: PayerSide | null;
  land_name: string | null;
  land_details: string | null;
};

const key = (id: RawBuilder<unknown>) => sql`transaction_key(${id})`;

const differsFromStatement = sql`(money.statement_amount <> money.amount OR money.statement_day <> money.received_on)
  AND NOT money.difference_accepted`;
/** The statement's amount where it is another one; a day alone may differ. */
const otherAmount = sql`nullif(money.statement_amount, money.amount)`;

/** The last change of the part that the books have of the money. */
export const lastChange = sql`(
  SELECT what, changed_by FROM transfer_changes WHERE transfer_id = money.id ORDER BY id DESC LIMIT 1) AS last_change`;

/** True for money that ended as never come, and that a statement shows. */
export const isShownEnded = sql`money.status = 'ended' AND money.statement_amount IS NOT NULL
  AND NOT money.difference_accepted AND EXISTS (SELECT FROM ${lastChange} WHERE what = 'never_came')`;

/** True for money that a statement shows going out again, until a person has decided. */
const isTakenBack = sql`(money.taken_back_on IS NOT NULL AND money.kept_at IS NULL)`;

/** True for money that was paid back though a statement of its day lacks it. */
const isMissingPaidBack = sql`money.missing_since IS NOT NULL AND ${isPaidBack}`;

const leftIn = ({ takenFrom }: CaseRelations) => sql`(money.posted_amount - ${takenFrom(sql`money.id`)})`;

/** A reference in the form of car numbers for comparing. Open money has an index by it. */
export const referenceKey = (reference: Sql): Sql => sql`regexp_replace(upper(${reference}), '[^A-Z0-9]', '', 'g')`;

const carKey = referenceKey(sql`money.reference`);

/** A reference without a letter or a digit (a month, '3435') is not a misspelt car number. */
const namesCar = sql`${carKey} ~ '[A-Z]' AND ${carKey} ~ '[0-9]'`;

/** Claims with the money of their transaction ID, and why they wait. */
export const claimCases = (relations: CaseRelations, claims: Sql): Sql => {
  const left = leftIn(relations);
  return sql`
  SELECT claim.id::text AS id, 'claim' AS kind, claim.id AS record,
    coalesce(claim.reclaimed_at, claim.created_at) AS since,
    CASE WHEN claim.reclaimed_at IS NOT NULL THEN 'reclaimed'
      WHEN claim.status = 'cleared' AND claim.is_credit THEN 'credited'
      WHEN claim.status <> 'submitted' THEN claim.status
      WHEN claim.is_disputed THEN 'disputed'
      WHEN claim.is_paid THEN 'paid'
      WHEN money.id IS NULL THEN 'no_receipt'
      WHEN money.status = 'pending' THEN 'cheque'
      WHEN money.status <> 'open' THEN 'used'
      WHEN ${isTakenBack} THEN 'taken_back'
      WHEN ${differsFromStatement} THEN 'statement'
      WHEN money.missing_since IS NOT NULL THEN 'missing'
      WHEN ${isTwinned(sql`money`)} THEN 'two_networks'
      WHEN ${namesCar} AND ${relations.isCarOfOther(carKey, sql`claim.driver_id`)} THEN 'other_car'
      WHEN ${left} <> claim.amount THEN 'differs'
      WHEN claim.amount < claim.amount_due OR (claim.driver_id IS NOT NULL AND claim.amount_due IS NULL) THEN 'below_price'
      ELSE 'ready' END AS reason,
    claim.driver_id, claim.type_code, claim.payment_year, claim.payment_month, claim.amount::text AS amount,
    claim.amount_due::text AS price, claim.transaction_id, money.id::text AS money_id,
    CASE WHEN claim.status <> 'submitted' THEN NULL
      WHEN ${differsFromStatement} THEN ${otherAmount} ELSE ${left} END::text AS money_amount,
    money.mode AS money_mode,
    CASE WHEN money.statement_amount = money.amount AND money.source IN ('capture', 'desk') THEN 'statement'
      ELSE money.source END AS source,
    money.payer_name, money.reference,
    CASE WHEN claim.driver_id IS NULL THEN 'land' ELSE 'drivers' END AS side, claim.payer_name AS land_name,
    claim.payer_details AS land_details
  FROM (${claims}) AS claim
  LEFT JOIN LATERAL (
    -- A limit, so that each is looked up by the index instead of reading all transfers.
    SELECT * FROM transfers WHERE ${key(sql`transaction_id`)} = claim.key LIMIT 1
  ) AS money ON true`;
};

/** Money, and why it waits. */
export const moneyCases = (relations: CaseRelations): Sql => {
  const { takenFrom, keyIsCleared, isCurrentCar } = relations;
  const left = leftIn(relations);
  return sql`
  SELECT 'T' || money.id AS id, 'transfer' AS kind, money.id AS record, money.waits_since AS since,
    CASE WHEN ${isShownEnded} THEN 'shown_ended'
      WHEN ${isMissingPaidBack} THEN CASE WHEN ${isTakenBack} THEN 'taken_back' ELSE 'missing' END
      WHEN money.status = 'ended' THEN 'ended'
      WHEN money.status = 'pending' THEN 'cheque'
      WHEN ${isTakenBack} THEN 'taken_back'
      WHEN ${differsFromStatement} AND money.status <> 'dismissed' THEN 'statement'
      WHEN money.missing_since IS NOT NULL THEN 'missing'
      WHEN money.status = 'dismissed' THEN 'dismissed'
      WHEN money.status = 'matched' THEN 'matched'
      WHEN ${takenFrom(sql`money.id`)} > 0 THEN 'left'
      WHEN ${keyIsCleared(key(sql`money.transaction_id`))} THEN 'cleared_before'
      WHEN ${isTwinned(sql`money`)} THEN 'two_networks'
      WHEN ${namesCar} AND length(${carKey}) <= 12 AND NOT ${isCurrentCar(carKey)} THEN 'unknown_car'
      ELSE 'no_claim' END AS reason,
    NULL::bigint AS driver_id, NULL AS type_code, NULL::smallint AS payment_year, NULL::smallint AS payment_month,
    money.amount::text AS amount, NULL AS price, money.transaction_id, money.id::text AS money_id,
    CASE WHEN ${differsFromStatement} THEN ${otherAmount} ELSE ${left} END::text AS money_amount,
    money.mode AS money_mode, money.source, money.payer_name, money.reference, NULL AS side, NULL AS land_name,
    NULL AS land_details
  FROM transfers AS money`;
};

/** Money that was used or set aside and nevertheless waits, each piece by one of these. */
const isDiffering = sql`money.status = 'matched' AND ${differsFromStatement}`;
const isMissing = sql`money.missing_since IS NOT NULL AND money.status <> 'ended' AND money.status <> 'open'
  AND NOT coalesce(${isDiffering}, false)`;

export const noClaimWaits = ({ keyWaits }: CaseRelations) => sql`NOT ${keyWaits(key(sql`money.transaction_id`))}`;
export const oldest = sql`ORDER BY money.waits_since, money.id LIMIT ${sql.lit(CLEARANCE_REACH)}`;

/** Which reasons apply to claims only, and which to money only. */
const OF_CLAIMS: readonly CaseReason[] = [
  'disputed',
  'paid',
  'no_receipt',
  'used',
  'cheque',
  'other_car',
  'differs',
  'below_price',
  'ready',
];
const OF_MONEY: readonly CaseReason[] = ['left', 'cleared_before', 'unknown_car', 'no_claim'];

export const waitingCases = (relations: CaseRelations, reason?: CaseReason): Sql => {
  const claims = sql`${claimCases(relations, relations.waitingClaims(CLEARANCE_REACH))}`;
  const open = sql`(${moneyCases(relations)} WHERE money.status = 'open' AND ${noClaimWaits(relations)} ${oldest})`;
  const reclaimed = sql`${claimCases(relations, relations.reclaimedPayments(CLEARANCE_REACH))}`;
  if (reason === 'reclaimed') return reclaimed;
  if (reason && OF_CLAIMS.includes(reason)) return claims;
  if (reason && OF_MONEY.includes(reason)) return open;
  return sql`${claims} UNION ALL ${reclaimed} UNION ALL ${open}
    UNION ALL (${moneyCases(relations)} WHERE ${isDiffering} ${oldest})
    UNION ALL (${moneyCases(relations)} WHERE ${isMissing} ${oldest})
    UNION ALL (${moneyCases(relations)} WHERE ${isMissingPaidBack} ${oldest})
    UNION ALL (${moneyCases(relations)} WHERE ${isShownEnded} ${oldest})`;
};

/** Cases with the names of their drivers. */
export const withDrivers = ({ owners }: CaseRelations, cases: Sql) => sql<CaseRow>`
  SELECT one.*, owner.first_name, owner.last_name, owner.driver_code, owner.car_number
  FROM (${cases}) AS one LEFT JOIN (${owners}) AS owner ON owner.id = one.driver_id`;

/** Record numbers of waiting money, from the oldest or newest, at most `reach` per state. */
const waitingMoneyIds = (relations: CaseRelations, direction: Sql, reach: number): Sql => {
  const order = sql`ORDER BY waits_since ${direction}, id ${direction} LIMIT ${sql.lit(reach)}`;
  const open = sql`money.status = 'open' AND ${noClaimWaits(relations)}`;
  return sql`
    (SELECT 'transfer' AS kind, id AS record, waits_since AS since FROM transfers AS money WHERE ${open} ${order})
    UNION ALL (SELECT 'transfer', id, waits_since FROM transfers AS money WHERE ${isDiffering} ${order})
    UNION ALL (SELECT 'transfer', id, waits_since FROM transfers AS money WHERE ${isMissing} ${order})
    UNION ALL (SELECT 'transfer', id, waits_since FROM transfers AS money WHERE ${isMissingPaidBack} ${order})
    UNION ALL (SELECT 'transfer', id, waits_since FROM transfers AS money WHERE ${isShownEnded} ${order})`;
};

/** Record numbers of waiting cases, from the oldest or newest, at most `reach` per kind. */
export const waitingIds = (relations: CaseRelations, direction: Sql, reach: number): Sql => sql`
  SELECT 'claim' AS kind, id AS record, created_at AS since
  FROM (${relations.waitingClaimIds(direction, reach)}) AS claims
  UNION ALL SELECT 'claim', id, reclaimed_at FROM (${relations.reclaimedIds(direction, reach)}) AS reclaimed
  UNION ALL ${waitingMoneyIds(relations, direction, reach)}`;

/**
 * A relation of counts, one row each: waiting claims, cleared payments that were claimed again,
 * waiting money. The last two stop at `reach`, money per state.
 */
export const waitingCounts = (relations: CaseRelations, reach: number): Sql => sql`
  SELECT count FROM (${relations.waitingClaimCount}) AS claims
  UNION ALL SELECT count(*) FROM (${relations.reclaimedIds(sql`ASC`, reach)}) AS reclaimed
  UNION ALL SELECT count(*) FROM (${waitingMoneyIds(relations, sql`ASC`, reach)}) AS money`;

export const casesAmong = (relations: CaseRelations, ids: Sql): Sql => sql`
  ${claimCases(relations, relations.claimsAmong(sql`SELECT record FROM ${ids} WHERE kind = 'claim'`))}
  UNION ALL ${moneyCases(relations)} WHERE money.id IN (SELECT record FROM ${ids} WHERE kind = 'transfer')`;
