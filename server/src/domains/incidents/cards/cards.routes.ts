import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { sendPdf } from '#http/headers.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { IncidentStaff } from '../record/list-incidents.ts';
import { makeCard, showCard, stickerToSend, stopCard } from './keep-card.ts';
import { openCard, releaseCard, tellOfCard } from './scan-card.ts';

type Deps = { db: Db; now: () => Date; staff: IncidentStaff; linksTo: string | null };

/** Crash cards: their making, and the page that a sticker leads to. */
export const cardRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, staff } = deps;
  const { read, change } = serving(app, deps);
  read(contract.showCrashCard, (asked) => showCard(db, asked, staff));
  change(contract.makeCrashCard, makeCard);
  change(contract.stopCrashCard, stopCard);
  read(contract.getCrashSticker, async (asked, _, reply) => sendPdf(reply, await stickerToSend(db, asked, deps)));
  read(contract.openCrashCard, (asked) => openCard(db, asked));
  read(contract.tellOfCrash, (asked) => tellOfCard(db, asked));
  change(contract.releaseToScan, releaseCard);
};
