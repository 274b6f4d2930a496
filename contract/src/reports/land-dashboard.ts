import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { Day, Id, Instant, MoneySum } from '../common/fields.ts';
import { APPLICATION_STATUSES, LODGED_AGES, type LodgedAge } from '../land/application-list.ts';
import { LEASE_EVENTS, LEASE_SPANS, type LeaseEvent, type LeaseSpan } from '../land/lease-clock.ts';
import { APPLICATION_KINDS } from '../land/words.ts';

const count = z.number().int();
const sum = z.object({ count, amount: MoneySum });

/** Figures are counted up to this, and shown with a plus sign from there. */
export const LAND_COUNTED = 1_000;

/** The land side's figures, each left out for those who may not open its rows. */
export const LandDashboard = z.object({
  /** The day in Accra that the figures are of. */
  today: Day,
  /** Applications that wait for a decision, for those who read land. */
  applications: z.object({ ages: z.array(z.object({ age: z.enum(LODGED_AGES), count })), late: count }).optional(),
  /** Requests, sign-ins and messages of tenants that wait, for those who answer them. */
  responses: z.object({ updates: count, activations: count, messages: count }).optional(),
  /** Money for land, for those who see it: cleared in this month so far, and not cleared yet. */
  money: z.object({ month: sum, waiting: sum }).optional(),
  /** Tenancies that owe ground rent, for those who read land. */
  rent_owed: sum.optional(),
  lease_clock: z.array(z.object({ what: z.enum(LEASE_EVENTS), within: z.enum(LEASE_SPANS), count })).optional(),
  /** The last decisions on applications, the newest first. */
  decisions: z
    .array(
      z.object({
        id: Id,
        number: z.string(),
        kind: z.enum(APPLICATION_KINDS),
        status: z.enum(APPLICATION_STATUSES),
        plot: z.string(),
        applicant_name: z.string(),
        decided_at: Instant,
      }),
    )
    .optional(),
  /** The names of those who decide what others may do, for whoever may open none of the figures. */
  administrators: z.array(z.string()).optional(),
});
export type LandDashboard = z.infer<typeof LandDashboard>;

export const getLandDashboard = endpoint('GET /land_dashboard', 'dashboard.read', {
  mayLag: 'answer',
  summary: 'How the land side stands: applications, tenants’ responses, money, the lease clock and the last decisions',
  description: 'Figures are left out for callers who may not open what they count.',
  tags: ['land'],
  answer: LandDashboard,
});

/** The rows of each figure of the land side. */
export const LAND_LINKS = {
  waiting: '/pending_approvals',
  late: '/pending_approvals?late=late',
  lodged: (age: LodgedAge) => `/pending_approvals?age=${age}`,
  updates: '/update_response',
  activations: '/activation_response',
  messages: '/messages_response?state=new',
  receivedIn: (day: string) => `/tenant_transactions?status=cleared&from=${day.slice(0, 7)}-01&to=${day}`,
  waitingMoney: '/tenant_transactions?status=submitted',
  rentOwed: '/rent_arrears',
  clock: (what: LeaseEvent, within: LeaseSpan) => `/lease_clock?what=${what}&within=${within}`,
} as const;
