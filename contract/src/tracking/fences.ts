import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Id, Instant } from '../common/fields.ts';
import { PLAN_SLUGS } from '../prices/plans.ts';
import { FenceShape } from './fence-shape.ts';
import { FENCE_MUSTS } from './watch-list.ts';

const endpoint = endpointsOf('tracking');
const [read, change] = ['tracking.read', 'tracking.change'] as const;

export const FENCE_KINDS = ['path', 'stop'] as const;
export type FenceKind = (typeof FENCE_KINDS)[number];

/** The most paths and stops that the page shows, and the most rules in all. */
export const MOST_FENCES = 1_000;
export const MOST_FENCE_RULES = 500;

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please give a time such as 18:30.');
const DAYS = 'Please choose at least one day.';

const ruleFields = {
  must: z.enum(FENCE_MUSTS),
  /** The cars of a plan, or the car of one driver; both null for all cars. */
  plan: z.enum(PLAN_SLUGS).nullable(),
  driver_id: Id.nullable(),
  /** Monday is 1. Hours that pass midnight belong to the day on which they begin. */
  days: z
    .array(z.int().min(1).max(7))
    .min(1, DAYS)
    .max(7, DAYS)
    .refine((days) => new Set(days).size === days.length, 'A day is chosen twice.'),
  /** The same as `until_time` for the whole day. */
  from_time: Time,
  until_time: Time,
  is_active: z.boolean(),
};

const forOne = ({ plan, driver_id }: { plan: unknown; driver_id: unknown }): boolean =>
  plan === null || driver_id === null;
const FOR_ONE = { error: 'Please choose a plan or a car, not both.', path: ['plan'] };

export const FenceRuleFields = z.strictObject(ruleFields).refine(forOne, FOR_ONE);
export type FenceRuleFields = z.infer<typeof FenceRuleFields>;
export const NewFenceRule = z.strictObject({ ...ruleFields, shape_id: Id }).refine(forOne, FOR_ONE);
export type NewFenceRule = z.infer<typeof NewFenceRule>;

export const FenceRule = z.object({ ...ruleFields, id: Id, car_number: z.string().nullable() });
export type FenceRule = z.infer<typeof FenceRule>;

/** A path or a stop, with its shape on the map and the rules about it. */
export const Fence = z.object({
  kind: z.enum(FENCE_KINDS),
  /** The number of the path or stop. */
  id: Id,
  name: z.string(),
  shape_id: Id.nullable(),
  /** Counts the changes of the shape; 0 without one. */
  version: z.number().int(),
  shape: FenceShape.nullable(),
  changed_at: Instant.nullable(),
  rules: z.array(FenceRule),
});
export type Fence = z.infer<typeof Fence>;

export const listFences = endpoint('GET /fences', read, {
  summary: 'Paths and stops by name, with their shapes on the map and their rules',
  answer: z.array(Fence),
});

export const ShapeChange = z.strictObject({
  kind: z.enum(FENCE_KINDS),
  id: Id,
  /** The version that the caller saw; 0 where there was no shape. */
  version: z.int().min(0).max(2_000_000_000),
  shape: FenceShape,
});
export type ShapeChange = z.infer<typeof ShapeChange>;

export const saveFenceShape = endpoint('PATCH /fences', change, {
  summary: 'Draw a path or stop on the map, or change its shape',
  description: 'Refused with 409 where somebody changed the shape since `version`.',
  errors: ['not_found', 'conflict'],
  body: ShapeChange,
  answer: Done.extend({ shape_id: Id, version: z.number().int() }),
});

export const deleteFenceShape = endpoint('DELETE /fences/:id', change, {
  summary: 'Delete a shape with its rules; the path or stop stays',
  errors: ['not_found'],
});

export const addFenceRule = endpoint('POST /fence_rules', change, {
  summary: 'Say which cars must stay in or out of a shape, and when',
  idempotent: true,
  errors: ['not_found', 'conflict'],
  example: {
    ...{ shape_id: '1', must: 'stay_in', plan: null, driver_id: null },
    ...{ days: [1, 2], from_time: '00:00', until_time: '00:00', is_active: true },
  },
  body: NewFenceRule,
  created: Done.extend({ id: Id }),
});

export const changeFenceRule = endpoint('PATCH /fence_rules/:id', change, {
  summary: 'Change a rule about a shape',
  errors: ['not_found'],
  body: FenceRuleFields,
});

export const deleteFenceRule = endpoint('DELETE /fence_rules/:id', change, {
  summary: 'Delete a rule about a shape',
  errors: ['not_found'],
});

export const fenceEndpoints = {
  listFences,
  saveFenceShape,
  deleteFenceShape,
  addFenceRule,
  changeFenceRule,
  deleteFenceRule,
} as const;
