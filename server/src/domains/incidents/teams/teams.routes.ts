import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { addNewTeam, addTeamDuty, changeOneTeam, removeTeamDuty } from './change-teams.ts';
import { recallOneTeam, sendOneTeam } from './send-team.ts';
import { showDuties, showTeams, showTeamsNear } from './show-teams.ts';
import { changeTeamLink, openTeamLink } from './team-call.ts';

export type TeamDeps = {
  db: Db;
  now: () => Date;
  /** The product's own address, for links; null where the server does not know it. */
  linksTo: string | null;
  textsAreSent: boolean;
};

/** Response teams, their duties, and the links by which they are sent. */
export const teamRoutes = (app: ApiScope, deps: TeamDeps): void => {
  const { db } = deps;
  const { read, change } = serving(app, deps);
  read(contract.listTeams, (asked) => showTeams(db, asked));
  change(contract.addTeam, addNewTeam);
  change(contract.changeTeam, changeOneTeam);
  read(contract.listDuties, (asked) => showDuties(db, asked));
  change(contract.addDuty, addTeamDuty);
  change(contract.deleteDuty, removeTeamDuty);
  read(contract.teamsNear, (asked) => showTeamsNear(db, asked));
  change(contract.sendTeam, (tx, asked) => sendOneTeam(tx, asked, deps));
  change(contract.recallTeam, recallOneTeam);
  read(contract.openTeamCall, (asked) => openTeamLink(db, asked));
  read(contract.changeTeamCall, (asked) => changeTeamLink(db, asked));
};
