import type { AnyLookup } from '@banbo/contract';
import type { FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import { addEntry, type ChangedBy, changeEntry, type LookupRules, removeEntry } from '#db/lookup/change-lookup.ts';
import { findEntry, pageOfLookup } from '#db/lookup/lookup-table.ts';
import { noSuch, type Refusal, refusalAt } from '#lib/refusal.ts';
import { callerOf } from './guard.ts';
import { answerList } from './lists/serve-lists.ts';
import type { ApiScope } from './scope.ts';

export type LookupDeps = { db: Db; now: () => Date };

/** A look-up of the contract with its table and rules. */
export type Lookup = AnyLookup & LookupRules;

const otherId = (): Refusal => {
  const message = 'The ID in the form is another one than in the address.';
  return refusalAt('invalid_input', 'id', message);
};

/** Serves the five endpoints of a look-up. */
export const serveLookup = (app: ApiScope, { db, now }: LookupDeps, lookup: Lookup): void => {
  const { list, show, add, change, remove, table, words } = lookup;
  const by = (request: FastifyRequest): ChangedBy => ({ caller: callerOf(request), now: now() });
  const saved = <T>(message: string, entry: T) => ({ status: true as const, message, entry });

  app.route({ ...list, handler: async ({ query }, reply) => answerList(reply, await pageOfLookup(db, table, query)) });
  app.route({
    ...show,
    handler: async ({ params }) => {
      const entry = await findEntry(db, table, 'id', params.id);
      if (!entry) throw noSuch(words.one);
      return entry;
    },
  });
  app.route({
    ...add,
    handler: (request) =>
      request.inTransaction(async (tx) => {
        const entry = await addEntry(tx, lookup, request.body, by(request));
        return saved(`${entry[lookup.name]} was added to the ${words.many}.`, entry);
      }),
  });
  app.route({
    ...change,
    handler: async (request) => {
      const { id = request.params.id, ...given } = request.body;
      if (id !== request.params.id) throw otherId();
      const asked = { id: request.params.id, given };
      const entry = await db.transaction().execute((tx) => changeEntry(tx, lookup, asked, by(request)));
      return saved('The changes are saved.', entry);
    },
  });
  app.route({
    ...remove,
    handler: async (request) => {
      const name = await db.transaction().execute((tx) => removeEntry(tx, lookup, request.params.id, by(request)));
      return { status: true as const, message: `${name} is deleted.` };
    },
  });
};
