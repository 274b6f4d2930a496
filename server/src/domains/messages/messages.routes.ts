import * as contract from '@banbo/contract';
import { outboxList } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import type { ApiScope } from '#http/scope.ts';
import { type ContactDeps, contactRoutes } from './contact/contact.routes.ts';
import { outboxSource, sendAgain } from './outbox/list-outbox.ts';
import type { Texting } from './outbox/sms-ceiling.ts';
import { changeSending, changeTextLimit, releaseHeldWelcomes } from './sending/change-sending.ts';
import { showSending, textsHeld } from './sending/show-sending.ts';
import { changeWords, listTemplates, resetWords } from './templates/message-words.ts';

type Deps = ContactDeps & Texting & { linksTo: string | null };

const changer = (db: Db) => async (work: (tx: Tx) => Promise<string>) => {
  const message = await db.transaction().execute(work);
  return { status: true as const, message };
};

const templateRoutes = (app: ApiScope, { db, now, directories, linksTo }: Deps): void => {
  const change = changer(db);
  const asked = { staff: directories.staff, knowsLinks: linksTo !== null };
  app.route({ ...contract.listMessageTemplates, handler: () => listTemplates(db, asked) });
  app.route({
    ...contract.changeMessageTemplate,
    handler: (request) => {
      const changing = { ...request.params, ...request.body, by: callerOf(request), now: now() };
      return change((tx) => changeWords(tx, changing));
    },
  });
  app.route({
    ...contract.resetMessageTemplate,
    handler: (request) => change((tx) => resetWords(tx, { ...request.params, by: callerOf(request), now: now() })),
  });
};

const sendingRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, now, directories, mailsAreSent, textsAreSent, textsPerDay } = deps;
  const reading = () => ({ texting: { textsAreSent, textsPerDay }, staff: directories.staff, now: now() });
  const change = changer(db);
  app.route({ ...contract.getTextsHeld, handler: () => textsHeld(db, reading()) });
  app.route({ ...contract.getSending, handler: () => showSending(db, { ...reading(), mailsAreSent }) });
  app.route({
    ...contract.changeTextLimit,
    handler: (request) => {
      const limit = { perDay: request.body.per_day, ceiling: textsPerDay, by: callerOf(request), now: now() };
      return change((tx) => changeTextLimit(tx, limit));
    },
  });
  app.route({
    ...contract.changeSending,
    handler: (request) => {
      const { stop, reason } = request.body;
      return change((tx) => changeSending(tx, { to: stop, reason, by: callerOf(request), now: now() }));
    },
  });
  app.route({
    ...contract.releaseWelcomes,
    handler: (request) => change((tx) => releaseHeldWelcomes(tx, { by: callerOf(request), now: now() })),
  });
  app.route({
    ...contract.sendMessageAgain,
    handler: (request) => change((tx) => sendAgain(tx, { ...request.params, by: callerOf(request), now: now() })),
  });
};

export const messageRoutes = (app: ApiScope, deps: Deps): void => {
  const { now, lists, textsAreSent } = deps;
  const source = outboxSource(() => ({ now: now(), textsAreSent }));
  lists.serve(app, outboxList, source, () => undefined);
  sendingRoutes(app, deps);
  templateRoutes(app, deps);
  contactRoutes(app, deps);
};
