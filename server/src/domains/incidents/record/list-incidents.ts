import { type IncidentRow, incidentList, type ListQuery } from '@banbo/contract';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { driversNamed } from '#domains/drivers';
import { type IncidentStaff, presentIncidents } from '../board/show-board.ts';
import { incidentSql } from '../incidents.repo.ts';

/** Calls for help, the newest first. */
export const incidentSource = (staff: IncidentStaff): ListSource<ListQuery<typeof incidentList>, IncidentRow> =>
  listSource(incidentList, incidentSql(driversNamed), (rows, db) => presentIncidents(rows, db, staff));
