import * as contract from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import type { ApiScope } from '#http/scope.ts';
import type { Directories } from '../contact/contact-changes.ts';
import { changeWords, listTemplates, resetWords } from './message-words.ts';

export type TemplateDeps = { db: Db; now: () => Date; directories: Directories; linksTo: string | null };

export const templateRoutes = (app: ApiScope, { db, now, directories, linksTo }: TemplateDeps): void => {
  const change = async (work: (tx: Tx) => Promise<string>) => {
    const message = await db.transaction().execute(work);
    return { status: true as const, message };
  };
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
