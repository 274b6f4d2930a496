import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Day, Id } from '../common/fields.ts';
import { INCIDENT_GRADES } from './states.ts';

const endpoint = endpointsOf('incidents');

/** The most days that figures are made of. */
export const MOST_FIGURE_DAYS = 366;

const span = z.object({
  /** How many incidents came so far. */
  count: z.number().int(),
  /** Seconds since the incident was raised; null where none came so far. */
  median: z.number().int().nullable(),
  /** Nine of ten came so far within these seconds. */
  ninety: z.number().int().nullable(),
});

/** How calls for help of some days were answered, without drills. */
export const IncidentFigures = z.object({
  from: Day,
  to: Day,
  raised: z.number().int(),
  false_alarms: z.number().int(),
  by_grade: z.array(
    z.object({ grade: z.enum(INCIDENT_GRADES), raised: z.number().int(), false_alarms: z.number().int() }),
  ),
  acknowledged: span,
  dispatched: span,
  on_scene: span,
  ended: span,
  /** Trackers with false alarms, those with the most first, at most 50. */
  false_alarms_by_tracker: z.array(
    z.object({
      device_id: Id,
      imei: z.string(),
      car_number: z.string(),
      false_alarms: z.number().int(),
      raised: z.number().int(),
    }),
  ),
});
export type IncidentFigures = z.infer<typeof IncidentFigures>;

export const getIncidentFigures = endpoint('GET /incidents/figures', 'incidents.read', {
  summary: 'How fast calls for help were acknowledged, and help sent and there; false alarms by tracker',
  query: z
    .strictObject({ from: Day, to: Day })
    .refine(({ from, to }) => from <= to, { error: 'The last day is before the first.', path: ['to'] })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MOST_FIGURE_DAYS * 86_400_000, {
      error: `At most ${MOST_FIGURE_DAYS} days.`,
      path: ['from'],
    }),
  answer: IncidentFigures,
});
