import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { leaveContactMessage, linkDriver, VISITORS, writeEntry } from './answer-contact.ts';
import type { ContactDesk } from './contact.repo.ts';
import { changeContact, type Directories } from './contact-changes.ts';
import { type ContactReading, contactFigures, contactSource, showContact } from './read-contact.ts';

export type ContactDeps = ContactReading & {
  db: Db;
  now: () => Date;
  lists: Lists;
  directories: Directories;
  company: () => Promise<string>;
};

const TENANTS: ContactDesk = { needs: 'land.answer', isForTenants: true };

/** The calls of a desk under the names of those that all messages have. */
type DeskEndpoints = Pick<typeof contract.contactEndpoints, 'contactPeople' | 'showContactMessage'> &
  Pick<typeof contract.contactEndpoints, 'changeContactMessage' | 'replyToContactMessage' | 'textContactMessage'> &
  Pick<typeof contract.contactEndpoints, 'noteContactWhatsApp' | 'answerContactMessage' | 'noteContactMessage'>;

const OF_TENANTS = contract.tenantMessageEndpoints;

/** They differ in path and permission alone, so the types of the others serve them. */
const TENANT_CALLS = {
  contactPeople: OF_TENANTS.tenantMessagePeople,
  showContactMessage: OF_TENANTS.showTenantMessage,
  changeContactMessage: OF_TENANTS.changeTenantMessage,
  replyToContactMessage: OF_TENANTS.replyToTenantMessage,
  textContactMessage: OF_TENANTS.textTenantMessage,
  noteContactWhatsApp: OF_TENANTS.noteTenantWhatsApp,
  answerContactMessage: OF_TENANTS.answerTenantMessage,
  noteContactMessage: OF_TENANTS.noteTenantMessage,
} as unknown as DeskEndpoints;

const deskRoutes = (app: ApiScope, deps: ContactDeps, desk: ContactDesk, calls: DeskEndpoints): void => {
  const { directories, mailsAreSent, company } = deps;
  const { staff } = directories;
  const { read, show, change } = serving(app, deps);
  read(calls.contactPeople, () => staff.holding(deps.db, desk.needs));
  show(calls.showContactMessage, 'message', (db, asked) => showContact(db, { ...asked, desk }, directories, deps));
  change(calls.changeContactMessage, (tx, asked) => changeContact(tx, { ...asked, desk }, staff));
  const sender = async () => (mailsAreSent ? await company() : null);
  change(calls.replyToContactMessage, (tx, asked, from) => writeEntry(tx, 'reply', { ...asked, desk }, from), sender);
  change(calls.textContactMessage, (tx, asked, from) => writeEntry(tx, 'text', { ...asked, desk }, from), company);
  change(calls.noteContactWhatsApp, (tx, asked) => writeEntry(tx, 'whatsapp', { ...asked, desk }));
  change(calls.answerContactMessage, (tx, asked) => writeEntry(tx, 'answered', { ...asked, desk }));
  change(calls.noteContactMessage, (tx, asked) => writeEntry(tx, 'note', { ...asked, desk }));
};

export const contactRoutes = (app: ApiScope, deps: ContactDeps): void => {
  const { lists, directories } = deps;
  const { staff, driversNamed } = directories;
  const { read, change } = serving(app, deps);
  lists.serve(
    app,
    contract.contactList,
    contactSource(directories, VISITORS),
    (request) => callerOf(request).accountId,
  );
  lists.serve(
    app,
    contract.tenantMessageList,
    contactSource(directories, TENANTS),
    (request) => callerOf(request).accountId,
  );
  read(contract.contactFigures, ({ now }) => contactFigures(deps.db, staff, now));
  change(contract.sendContactMessage, async (tx, { body, now }) => {
    const reference = await leaveContactMessage(tx, body, now);
    return { message: `Thank you. Your message has arrived. Your reference is ${reference}.`, reference };
  });
  change(contract.linkContactDriver, (tx, asked) => linkDriver(tx, asked, driversNamed));
  deskRoutes(app, deps, VISITORS, contract.contactEndpoints);
  deskRoutes(app, deps, TENANTS, TENANT_CALLS);
};
