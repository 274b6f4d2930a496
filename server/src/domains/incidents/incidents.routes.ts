import * as contract from '@banbo/contract';
import type { FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import type { LateNotes } from '#db/late-notes.ts';
import { asPhoto, sendPdf } from '#http/headers.ts';
import { addressBound, wrongSecrets } from '#http/limits/address-bound.ts';
import { countEach } from '#http/limits/limits.repo.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { addressKey, siteKey } from '#lib/address-key.ts';
import { type BoardDeps, boardRoutes } from './board/board.routes.ts';
import { makeCard, showCard, stickerToSend, stopCard } from './cards/keep-card.ts';
import { openCard, releaseCard, tellOfCard } from './cards/scan-card.ts';
import { showFigures } from './figures/show-figures.ts';
import { answerIncident, INCIDENT_NOUN, writeNote } from './incident-changes.ts';
import { makeOnePack, packToSend, showPacks, verifyOnePack } from './packs/make-pack.ts';
import { followOwnCall, takeCall } from './raising/call-for-help.ts';
import { writeCall } from './raising/raise-by-call.ts';
import { beginDrill } from './raising/start-drill.ts';
import { checkTextSecret, takeTextCall } from './raising/text-call.ts';
import { type IncidentStaff, incidentSource } from './record/list-incidents.ts';
import { addPhoto, photoToShow, readPhoto } from './record/photos.ts';
import { lookAtIncident } from './record/show-incident.ts';
import { beginShift, finishShift, noteBoard } from './shifts/change-shifts.ts';
import { confirmCaller, endGroup } from './strangers/answer-queue.ts';
import { CODE_LIMITS, type CountCode } from './strangers/confirm-by-code.ts';
import { type GroupKeys, groupKeys } from './strangers/group-key.ts';
import { type TeamDeps, teamRoutes } from './teams/teams.routes.ts';

type CardDeps = { db: Db; now: () => Date; staff: IncidentStaff; linksTo: string | null; groupKey: GroupKeys };

/** Crash cards: their making, and the page that a sticker leads to. */
const cardRoutes = (app: ApiScope, deps: CardDeps): void => {
  const { db, staff, groupKey } = deps;
  const { read, change } = serving(app, deps);
  read(contract.showCrashCard, (asked) => showCard(db, asked, staff));
  change(contract.makeCrashCard, makeCard);
  change(contract.stopCrashCard, stopCard);
  read(contract.getCrashSticker, async (asked, _, reply) => sendPdf(reply, await stickerToSend(db, asked, deps)));
  read(contract.openCrashCard, (asked) => openCard(db, asked));
  read(contract.tellOfCrash, (asked, { address }) => tellOfCard(db, asked, { address, groupKey }));
  change(contract.releaseToScan, releaseCard);
};

type Deps = BoardDeps &
  TeamDeps & {
    config: { SMS_IN_SECRET?: string | undefined; TOKEN_SECRET?: string | undefined };
    lists: Lists;
    notes: LateNotes;
    /** The marks of the accounts that have signed in on the caller's device. */
    marksOf: (request: FastifyRequest) => string[];
    /** False without a service that sends text messages. */
    textsAreSent: boolean;
  };

const countCodeOf =
  (address: string): CountCode =>
  async (tx, mobile, now) => {
    const counts = [
      { limit: CODE_LIMITS.site, subject: siteKey(address) ?? addressKey(address) },
      { limit: CODE_LIMITS.number, subject: mobile },
      { limit: CODE_LIMITS.all, subject: 'all' },
    ];
    return (await countEach(tx, counts, now)) === null;
  };

export const incidentRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, lists, staff, marksOf, textsAreSent } = deps;
  const { read, show, act, change } = serving(app, deps);
  const groupKey = groupKeys(deps.config.TOKEN_SECRET ?? '');
  boardRoutes(app, deps);
  lists.serve(app, contract.incidentList, incidentSource(staff), () => undefined);
  show(contract.showIncident, INCIDENT_NOUN, (found, asked) => lookAtIncident(found, asked, deps));
  read(contract.getIncidentFigures, (asked) => showFigures(db, asked));
  read(contract.listPacks, (asked) => showPacks(db, asked, staff));
  change(contract.makePack, (tx, asked) => makeOnePack(tx, asked, deps));
  read(contract.getPack, async (asked, _, reply) => sendPdf(reply, await packToSend(db, asked)));
  read(contract.verifyPack, (asked) => verifyOnePack(db, asked));
  cardRoutes(app, { ...deps, groupKey });
  teamRoutes(app, deps);
  change(contract.startDrill, beginDrill);
  change(contract.raiseByCall, writeCall);
  change(contract.changeIncident, (tx, asked) => answerIncident(tx, asked, staff));
  change(contract.noteIncident, writeNote);
  change(contract.addIncidentPhoto, addPhoto, readPhoto);
  read(contract.getIncidentPhoto, async (asked, _, reply) =>
    asPhoto(reply)
      .type('image/jpeg')
      .send(await photoToShow(db, asked)),
  );
  change(contract.endQueueGroup, endGroup);
  change(contract.knowCaller, confirmCaller);
  change(contract.startShift, beginShift);
  change(contract.endShift, finishShift);
  read(contract.watchBoard, (asked) => noteBoard(db, asked));
  const noteWrong = wrongSecrets(deps.now);
  act(contract.takeText, async (asked, request, reply) => {
    const given = request.headers['x-sms-secret'];
    checkTextSecret({ expected: deps.config.SMS_IN_SECRET, given }, () => noteWrong(request, reply));
    return takeTextCall(db, asked, groupKey);
  });
  const countStranger = addressBound(deps.now, 'Too many calls come from this network. Please wait a minute, or call.');
  read(contract.callForHelp, (asked, request, reply) => {
    const own = { marks: marksOf(request), address: request.address };
    return takeCall(db, asked, { ...own, groupKey, textsAreSent, countStranger: () => countStranger(request, reply) });
  });
  read(contract.followCall, (asked, { address }) =>
    followOwnCall(db, asked, { textsAreSent, countCode: countCodeOf(address) }),
  );
};
