import type { AnyLookup } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { addEntry, type ChangedBy, changeEntry, type LookupRules, removeEntry } from '#db/lookup/change-lookup.ts';
import { findEntry, pageOfLookup } from '#db/lookup/lookup-table.ts';
import type { Caller } from '#lib/caller.ts';
import { refusalAt } from '#lib/refusal.ts';
import { answerList } from './lists/serve-lists.ts';
import type { ApiScope } from './scope.ts';
import { serving } from './serving.ts';

export type LookupDeps = { db: Db; now: () => Date };

/** A look-up of the contract with its table and rules. */
export type Lookup = AnyLookup & LookupRules;

const OTHER_ID = 'The ID in the form is not the one in the address.';

type Change = (
  tx: Tx,
  change: { id: string; given: Record<string, unknown> },
  by: ChangedBy,
) => ReturnType<typeof changeEntry>;

/** Serves the five endpoints of a look-up. `changeBy` is of one with its own rules of changing. */
export const serveLookup = (
  app: ApiScope,
  deps: LookupDeps,
  lookup: Lookup,
  changeBy: Change = (tx, change, by) => changeEntry(tx, lookup, change, by),
): void => {
  const { table, words } = lookup;
  const { read, show, change } = serving(app, deps);
  const by = ({ by: caller, now }: { by: Caller; now: Date }): ChangedBy => ({ caller, now });
  read(lookup.list, async ({ query }, _, reply) => answerList(reply, await pageOfLookup(deps.db, table, query)));
  show(lookup.show, words.one, (db, { id }) => findEntry(db, table, 'id', id));
  change(lookup.add, async (tx, { body, ...asked }) => {
    const entry = await addEntry(tx, lookup, body, by(asked));
    return { message: `${entry[lookup.name]} was added to the ${words.many}.`, entry };
  });
  change(lookup.change, async (tx, { id, body: { id: inForm = id, ...given }, ...asked }) => {
    if (inForm !== id) throw refusalAt('invalid_input', 'id', OTHER_ID);
    return changeBy(tx, { id, given }, by(asked));
  });
  change(lookup.remove, async (tx, { id, ...asked }) => `${await removeEntry(tx, lookup, id, by(asked))} is deleted.`);
};
