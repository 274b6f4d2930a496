import * as contract from '@banbo/contract';
import { type IncidentRow, incidentList, type ListQuery } from '@banbo/contract';
import type { LateNotes } from '#db/late-notes.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { driversNamed } from '#domains/drivers';
import { notePlaceLook } from '#domains/tracking';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { type BoardDeps, boardRoutes } from './board/board.routes.ts';
import { type IncidentStaff, presentIncidents } from './board/show-board.ts';
import { INCIDENT_NOUN, moveIncident, writeNote } from './incident-changes.ts';
import { incidentSql } from './incidents.repo.ts';
import { followOwnCall, takeCall } from './raising/call-for-help.ts';
import { writeCall } from './raising/raise-by-call.ts';
import { beginDrill } from './raising/start-drill.ts';
import { showCall } from './record/show-incident.ts';
import { beginShift, finishShift, noteBoard } from './shifts/change-shifts.ts';
import { type TeamDeps, teamRoutes } from './teams/teams.routes.ts';

type Deps = BoardDeps & TeamDeps & { lists: Lists; notes: LateNotes };

const source = (staff: IncidentStaff): ListSource<ListQuery<typeof incidentList>, IncidentRow> =>
  listSource(incidentList, incidentSql(driversNamed), (rows, db) => presentIncidents(rows, db, staff));

export const incidentRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, lists, notes, staff } = deps;
  const { read, show, change } = serving(app, deps);
  boardRoutes(app, deps);
  lists.serve(app, incidentList, source(staff), () => undefined);
  show(contract.showIncident, INCIDENT_NOUN, async (found, asked) => {
    const incident = await showCall(found, asked, staff);
    const { by, now } = asked;
    if (incident?.private && incident.driver_id !== null)
      await notePlaceLook(notes, { id: incident.driver_id, by, now });
    return incident;
  });
  teamRoutes(app, deps);
  change(contract.startDrill, beginDrill);
  change(contract.raiseByCall, writeCall);
  change(contract.changeIncident, moveIncident);
  change(contract.noteIncident, writeNote);
  change(contract.startShift, beginShift);
  change(contract.endShift, finishShift);
  read(contract.watchBoard, (asked) => noteBoard(db, asked));
  read(contract.callForHelp, (asked) => takeCall(db, asked));
  read(contract.followCall, (asked) => followOwnCall(db, asked));
};
