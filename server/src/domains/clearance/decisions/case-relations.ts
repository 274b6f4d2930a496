import { driversNamed, isCarOfOther, isCurrentCar, owners } from '#domains/drivers';
import {
  claimsAmong,
  claimsFound,
  keyIsCleared,
  keyWaits,
  reclaimedIds,
  reclaimedPayments,
  takenFrom,
  waitingClaimCount,
  waitingClaimIds,
  waitingClaims,
} from '#domains/payments';
import type { CaseRelations } from './case-sql.repo.ts';

/** The relations of drivers and payments that cases are read from. */
export const RELATIONS: CaseRelations = {
  owners,
  driversNamed,
  isCurrentCar,
  isCarOfOther,
  waitingClaims,
  waitingClaimCount,
  waitingClaimIds,
  reclaimedPayments,
  reclaimedIds,
  claimsAmong,
  claimsFound,
  keyWaits,
  keyIsCleared,
  takenFrom,
};
