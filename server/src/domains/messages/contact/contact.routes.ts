import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { leaveContactMessage, linkDriver, writeEntry } from './answer-contact.ts';
import { changeContact, type Directories } from './contact-changes.ts';
import { type ContactReading, contactFigures, contactSource, showContact } from './read-contact.ts';

export type ContactDeps = ContactReading & {
  db: Db;
  now: () => Date;
  lists: Lists;
  directories: Directories;
  company: () => Promise<string>;
};

export const contactRoutes = (app: ApiScope, deps: ContactDeps): void => {
  const { lists, directories, mailsAreSent, company } = deps;
  const { staff, driversNamed } = directories;
  const { read, show, change } = serving(app, deps);
  lists.serve(app, contract.contactList, contactSource(directories), (request) => callerOf(request).accountId);
  read(contract.contactFigures, ({ now }) => contactFigures(deps.db, staff, now));
  read(contract.contactPeople, () => staff.holding(deps.db, 'contact.answer'));
  show(contract.showContactMessage, 'message', (db, asked) => showContact(db, asked, directories, deps));
  change(contract.sendContactMessage, async (tx, { body, now }) => {
    const reference = await leaveContactMessage(tx, body, now);
    return { message: `Thank you. Your message has arrived. Your reference is ${reference}.`, reference };
  });
  change(contract.changeContactMessage, (tx, asked) => changeContact(tx, asked, staff));
  change(contract.linkContactDriver, (tx, asked) => linkDriver(tx, asked, driversNamed));
  const sender = async () => (mailsAreSent ? await company() : null);
  change(contract.replyToContactMessage, (tx, asked, from) => writeEntry(tx, 'reply', asked, from), sender);
  change(contract.textContactMessage, (tx, asked, from) => writeEntry(tx, 'text', asked, from), company);
  change(contract.noteContactWhatsApp, (tx, asked) => writeEntry(tx, 'whatsapp', asked));
  change(contract.answerContactMessage, (tx, asked) => writeEntry(tx, 'answered', asked));
  change(contract.noteContactMessage, (tx, asked) => writeEntry(tx, 'note', asked));
};
