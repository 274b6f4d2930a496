import { today } from '@banbo/contract';
import type { Counting } from '#db/counting.ts';
import type { Db } from '#db/database.ts';
import { type CarDriver, driverOfCar } from '#domains/drivers';
import { pricesOfYear, rulesOfType, type TypeRules } from '#domains/prices';
import { type ClaimFacts, claimFacts } from './claim-facts.repo.ts';
import type { Fee } from './fee-rules.ts';
import { pricedMonth } from './fee-rules.ts';

/** Everything that a claim of a car's driver on `now`'s day is judged and priced by, read at one moment. */
export const readClaimFacts = (
  db: Db,
  { fee, carNumber, now }: { fee: Fee; carNumber: string; now: Date },
  counting: Counting | null,
): Promise<ClaimFacts<TypeRules, CarDriver>> => {
  const { type_code: typeCode } = fee;
  const year = Number(pricedMonth(fee, today(now)).slice(0, 4));
  const judged = {
    type: rulesOfType(typeCode),
    driver: driverOfCar(carNumber),
    prices: pricesOfYear({ typeCode, year }),
  };
  return claimFacts(db, fee, judged, counting);
};
