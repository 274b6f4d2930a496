import { z } from 'zod';
import { Id, Instant } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, dayFilter, defaultedFilter, textFilter } from '../common/lists/filters.ts';
import {
  INCIDENT_GRADE_LABELS,
  INCIDENT_GRADES,
  INCIDENT_SOURCE_LABELS,
  INCIDENT_SOURCES,
  INCIDENT_STATUS_LABELS,
  INCIDENT_STATUSES,
} from './states.ts';

/** A call for help and what became of it. People of the office are given by their names. */
export const IncidentRow = z.object({
  id: Id,
  /** Of a year: `2026-0412`; of a drill `2026-D003`. */
  number: z.string(),
  grade: z.enum(INCIDENT_GRADES),
  source: z.enum(INCIDENT_SOURCES),
  is_drill: z.boolean(),
  /** Null where the car or caller is not known to be a driver's. */
  driver_id: Id.nullable(),
  driver_code: z.string(),
  fullname: z.string(),
  car_number: z.string(),
  status: z.enum(INCIDENT_STATUSES),
  /** How it ended. */
  status_reason: z.string().nullable(),
  raised_at: Instant,
  /** When the newest signal of it was sent, by the clock of what sent it. */
  last_signal_at: Instant,
  signals: z.number().int(),
  acknowledged_at: Instant.nullable(),
  acknowledged_by: z.string().nullable(),
  dispatched_at: Instant.nullable(),
  on_scene_at: Instant.nullable(),
  ended_at: Instant.nullable(),
  ended_by: z.string().nullable(),
});
export type IncidentRow = z.infer<typeof IncidentRow>;

export const incidentList = defineList({
  name: 'incidents',
  url: '/incidents',
  access: 'incidents.read',
  summary: 'Calls for help, the newest first',
  tags: ['incidents'],
  row: IncidentRow,
  filters: {
    driver: { ...textFilter('Driver code or car number', 20, { anyCharacters: true }), isSearch: true },
    state: defaultedFilter('State', ['all', 'open', 'ended'], (state) =>
      state === 'all' ? 'All' : state === 'open' ? 'Open' : 'Ended',
    ),
    grade: choiceFilter('Grade', 'All', INCIDENT_GRADES, (grade) => INCIDENT_GRADE_LABELS[grade]),
    kind: defaultedFilter('Drills', ['real', 'drills'], (kind) => (kind === 'real' ? 'Without drills' : 'Drills')),
    from: dayFilter('From'),
    to: dayFilter('To'),
  },
  sorts: ['-raised_at', 'raised_at'],
  columns: [
    columnOf('raised_at', 'Raised', 'instant', { sort: 'raised_at' }),
    columnOf('number', 'Number'),
    { key: 'grade', header: 'Grade', kind: 'text', value: ({ grade }) => INCIDENT_GRADE_LABELS[grade] },
    columnOf('car_number', 'Car Number'),
    columnOf('driver_code', 'Driver Code'),
    columnOf('fullname', 'Driver', 'name'),
    { key: 'source', header: 'From', kind: 'text', value: ({ source }) => INCIDENT_SOURCE_LABELS[source] },
    { key: 'status', header: 'State', kind: 'text', value: ({ status }) => INCIDENT_STATUS_LABELS[status] },
    columnOf('status_reason', 'Outcome'),
    columnOf('acknowledged_at', 'Acknowledged', 'instant'),
    columnOf('acknowledged_by', 'Acknowledged By'),
    columnOf('dispatched_at', 'Help Sent', 'instant'),
    columnOf('on_scene_at', 'On Scene', 'instant'),
    columnOf('ended_at', 'Ended', 'instant'),
    columnOf('ended_by', 'Ended By'),
  ],
  reach: 10_000,
});
