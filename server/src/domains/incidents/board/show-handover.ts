import type { ShiftHandover } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { pluck } from '#lib/values.ts';
import type { IncidentStaff } from '../record/list-incidents.ts';
import { newestNotes } from './handover.repo.ts';
import { showBoard } from './show-board.ts';

/** The open incidents with their newest notes, who is on shift, and words of earlier shifts. */
export const showHandover = async (
  db: Db,
  asked: Parameters<typeof showBoard>[1],
  staff: IncidentStaff,
): Promise<ShiftHandover> => {
  const { at, is_cut, shifts, handovers, incidents } = await showBoard(db, asked, staff);
  const notes = await newestNotes(db, pluck(incidents, 'id'));
  const people = await staff.named(db, pluck(notes, 'actor_id'));
  const byIncident = Map.groupBy(notes, ({ incident_id }) => incident_id);
  const notesOf = (id: string): ShiftHandover['incidents'][number]['notes'] =>
    (byIncident.get(id) ?? []).map(({ at: written, actor_id, words }) => ({
      ...{ at: written.toISOString(), words },
      actor: actor_id === null ? '' : (people.get(actor_id)?.fullname ?? ''),
    }));
  return { at, is_cut, shifts, handovers, incidents: incidents.map((one) => ({ ...one, notes: notesOf(one.id) })) };
};
