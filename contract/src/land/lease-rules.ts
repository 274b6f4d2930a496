import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { MOST_YEARS } from './tenancies.ts';
import { LAND_USES } from './words.ts';

const endpoint = endpointsOf('land');

/** The longest lease of a non-citizen (Constitution, Article 266 (4)). */
export const NON_CITIZEN_YEARS = 50;

const years = (most: number, message: string) => z.int(message).min(1, message).max(most, message);
const maxYears = years(MOST_YEARS, `A longest term is in whole years, from 1 to ${MOST_YEARS}.`);

/** The longest term of a lease for citizens or non-citizens, by the use of the land. */
export const LeaseRule = z.object({ is_citizen: z.boolean(), land_use: z.enum(LAND_USES), max_years: z.int() });
export type LeaseRule = z.infer<typeof LeaseRule>;

export const LeaseRuleChange = z
  .strictObject({
    is_citizen: z.boolean(),
    land_use: z.enum(LAND_USES, 'Please choose the use.'),
    max_years: maxYears,
    /** The years that the change was made from. */
    former_years: maxYears,
  })
  .refine(({ is_citizen, max_years }) => is_citizen || max_years <= NON_CITIZEN_YEARS, {
    path: ['max_years'],
    message: `A non-citizen’s lease has at most ${NON_CITIZEN_YEARS} years (Constitution, Article 266 (4)).`,
  });
export type LeaseRuleChange = z.infer<typeof LeaseRuleChange>;

export const listLeaseRules = endpoint('GET /lease_rules', 'land.read', {
  summary: 'The longest terms of leases by nationality and use',
  answer: z.array(LeaseRule),
});

export const changeLeaseRule = endpoint('PATCH /lease_rules', 'land.setup', {
  summary: 'Change the longest term of leases for one nationality and use',
  description: 'Tenancies that there are keep their terms. Refused with 409 `conflict` where it was changed meanwhile.',
  errors: ['conflict'],
  body: LeaseRuleChange,
  answer: Done,
});

export const leaseRuleEndpoints = { listLeaseRules, changeLeaseRule } as const;
