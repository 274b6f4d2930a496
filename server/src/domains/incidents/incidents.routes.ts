import * as contract from '@banbo/contract';
import type { LateNotes } from '#db/late-notes.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { type BoardDeps, boardRoutes } from './board/board.routes.ts';
import { showFigures } from './figures/show-figures.ts';
import { INCIDENT_NOUN, moveIncident, writeNote } from './incident-changes.ts';
import { followOwnCall, takeCall } from './raising/call-for-help.ts';
import { writeCall } from './raising/raise-by-call.ts';
import { beginDrill } from './raising/start-drill.ts';
import { incidentSource } from './record/list-incidents.ts';
import { lookAtIncident } from './record/show-incident.ts';
import { beginShift, finishShift, noteBoard } from './shifts/change-shifts.ts';
import { type TeamDeps, teamRoutes } from './teams/teams.routes.ts';

type Deps = BoardDeps & TeamDeps & { lists: Lists; notes: LateNotes };

export const incidentRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, lists, staff } = deps;
  const { read, show, change } = serving(app, deps);
  boardRoutes(app, deps);
  lists.serve(app, contract.incidentList, incidentSource(staff), () => undefined);
  show(contract.showIncident, INCIDENT_NOUN, (found, asked) => lookAtIncident(found, asked, deps));
  read(contract.getIncidentFigures, (asked) => showFigures(db, asked));
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
