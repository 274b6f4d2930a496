import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Instant } from '../common/fields.ts';
import { BoardIncident, IncidentBoard } from './incidents.ts';

/** The most notes of an incident on the page of the hand-over. */
export const MOST_HANDOVER_NOTES = 5;

export const ShiftHandover = IncidentBoard.pick({
  at: true,
  is_cut: true,
  shifts: true,
  handovers: true,
  texts: true,
}).extend({
  incidents: z.array(
    BoardIncident.extend({
      /** The newest first, at most 5. */
      notes: z.array(z.object({ at: Instant, actor: z.string(), words: z.string() })),
    }),
  ),
});
export type ShiftHandover = z.infer<typeof ShiftHandover>;

export const getShiftHandover = endpointsOf('incidents')('GET /incidents/handover', 'incidents.read', {
  summary: 'What the next shift takes over: open calls for help with their newest notes, and who is on shift',
  answer: ShiftHandover,
});
