import * as contract from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import {
  answerContact,
  changeContact,
  leaveContactMessage,
  linkDriver,
  noteContact,
  replyToContact,
} from './answer-contact.ts';
import type { Directories } from './contact-changes.ts';
import { contactFigures, contactSource, showContact } from './read-contact.ts';

export type ContactDeps = {
  db: Db;
  now: () => Date;
  lists: Lists;
  directories: Directories;
  /** True where a service sends mail. */
  mailsAreSent: boolean;
  company: () => Promise<string>;
};

const done = (message: string) => ({ status: true as const, message });

const writingRoutes = (app: ApiScope, { now, mailsAreSent, company }: ContactDeps): void => {
  app.route({
    ...contract.sendContactMessage,
    handler: (request) =>
      request.inTransaction(async (tx) => {
        const reference = await leaveContactMessage(tx, request.body, now());
        const message = `Thank you. Your message has arrived. Your reference is ${reference}.`;
        return { status: true as const, message, reference };
      }),
  });
  app.route({
    ...contract.replyToContactMessage,
    handler: async (request) => {
      const { params, body } = request;
      const sender = { mailsAreSent, company: await company() };
      const writing = { ...params, ...body, by: callerOf(request), now: now() };
      return request.inTransaction(async (tx) => done(await replyToContact(tx, writing, sender)));
    },
  });
  app.route({
    ...contract.answerContactMessage,
    handler: (request) => {
      const writing = { ...request.params, ...request.body, by: callerOf(request), now: now() };
      return request.inTransaction(async (tx) => done(await answerContact(tx, writing)));
    },
  });
  app.route({
    ...contract.noteContactMessage,
    handler: (request) => {
      const writing = { ...request.params, ...request.body, by: callerOf(request), now: now() };
      return request.inTransaction(async (tx) => done(await noteContact(tx, writing)));
    },
  });
};

export const contactRoutes = (app: ApiScope, deps: ContactDeps): void => {
  const { db, now, lists, directories, mailsAreSent } = deps;
  const { staff, driversNamed } = directories;
  const change = async (work: (tx: Tx) => Promise<string>) => done(await db.transaction().execute(work));
  writingRoutes(app, deps);
  lists.serve(app, contract.contactList, contactSource(directories), (request) => callerOf(request).accountId);
  app.route({ ...contract.contactFigures, handler: () => contactFigures(db, staff, now()) });
  app.route({ ...contract.contactPeople, handler: () => staff.holding(db, 'contact.answer') });
  app.route({
    ...contract.showContactMessage,
    handler: ({ params }) => showContact(db, { ...params, now: now(), mailsAreSent }, directories),
  });
  app.route({
    ...contract.changeContactMessage,
    handler: (request) => {
      const changing = { ...request.params, body: request.body, by: callerOf(request), staff, now: now() };
      return change((tx) => changeContact(tx, changing));
    },
  });
  app.route({
    ...contract.linkContactDriver,
    handler: (request) => {
      const linking = { ...request.params, driverId: request.body.driver_id, by: callerOf(request), now: now() };
      return change((tx) => linkDriver(tx, linking, driversNamed));
    },
  });
};
