import * as contract from '@banbo/contract';
import { outboxList } from '@banbo/contract';
import type { Approvers, TellOwner } from '#domains/approvals';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { type ContactDeps, contactRoutes } from './contact/contact.routes.ts';
import { outboxSource, sendAgain } from './outbox/list-outbox.ts';
import type { Texting } from './outbox/sms-ceiling.ts';
import { changeSending, changeTextLimit, releaseHeldWelcomes } from './sending/change-sending.ts';
import { showSending, textsHeld } from './sending/show-sending.ts';
import { changeWords, resetWords } from './templates/change-words.ts';
import { listTemplates } from './templates/message-words.ts';
import { type TextedCases, textDesk, writeText } from './texts/write-text.ts';

type Deps = ContactDeps & Texting & TextedCases & Approvers & TellOwner & { linksTo: string | null };

export const messageRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, lists, directories, linksTo, mailsAreSent, textsAreSent, textsPerDay } = deps;
  const { staff } = directories;
  const { read, change } = serving(app, deps);
  const reading = (now: Date) => ({ texting: { textsAreSent, textsPerDay }, staff, now });
  lists.serve(app, outboxList, outboxSource, () => ({ now: deps.now(), textsAreSent }));
  read(contract.getTextsHeld, ({ now }) => textsHeld(db, reading(now)));
  read(contract.getSending, ({ now }) => showSending(db, { ...reading(now), mailsAreSent }));
  change(contract.changeTextLimit, (tx, { body, by, now }) =>
    changeTextLimit(tx, { perDay: body.per_day, ceiling: textsPerDay, by, now }, deps),
  );
  change(contract.changeSending, (tx, { body: { stop, reason }, by, now }) =>
    changeSending(tx, { to: stop, reason, by, now }, deps),
  );
  change(contract.releaseWelcomes, releaseHeldWelcomes);
  change(contract.sendMessageAgain, sendAgain);
  read(contract.listMessageTemplates, () => listTemplates(db, { staff, knowsLinks: linksTo !== null }));
  change(contract.changeMessageTemplate, (tx, { body, ...asked }) => changeWords(tx, { ...asked, ...body }, deps));
  change(contract.resetMessageTemplate, resetWords);
  read(contract.getTextDesk, ({ now }) => textDesk(db, deps, now));
  change(
    contract.writeText,
    (tx, asked, company) => writeText(tx, asked, company, { ...deps, ...directories }),
    deps.company,
  );
  contactRoutes(app, deps);
};
