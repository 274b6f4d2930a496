import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { checkStatement } from './check-statement.ts';
import { cancelImport, discardStatement, startImport } from './import-statement.ts';
import { linesSource, statementsSource } from './list-statements.ts';
import { readStatement } from './read-statement.ts';
import { showStatement } from './show-statement.ts';
import { storeStatement } from './upload-statement.ts';

type Deps = { db: Db; now: () => Date; lists: Lists };

/** Statements of the company's accounts: sent, mapped and checked, imported, stopped, discarded. */
export const statementRoutes = (app: ApiScope, { db, now, lists }: Deps): void => {
  const done = (message: string) => ({ status: true as const, message });
  lists.serve(app, contract.statementList, statementsSource, () => undefined);
  lists.serve(app, contract.statementLineList, linesSource, () => undefined);
  app.route({
    ...contract.uploadStatement,
    handler: async (request) => {
      // Before the transaction, since reading takes seconds.
      const statement = await readStatement(request.body.file);
      return request.inTransaction(async (tx) => {
        const statement_id = await storeStatement(tx, statement, { by: callerOf(request), now: now() });
        return { ...done('The statement was read. Please check its columns.'), statement_id };
      });
    },
  });
  app.route({ ...contract.getStatement, handler: ({ params }) => showStatement(db, params.id) });
  app.route({
    ...contract.mapStatement,
    handler: async (request) => {
      const { params, body } = request;
      const made = { by: callerOf(request), now: now() };
      await db.transaction().execute((tx) => checkStatement(tx, params.id, body, made));
      return { ...done('This is what an import would do.'), statement: await showStatement(db, params.id) };
    },
  });
  app.route({
    ...contract.importStatement,
    handler: (request) =>
      request.inTransaction(async (tx) => {
        const { id } = request.params;
        await startImport(tx, id, { by: callerOf(request), now: now() });
        return done('The import has begun.');
      }),
  });
  app.route({
    ...contract.cancelStatement,
    handler: async (request) => {
      const { id } = request.params;
      const made = { by: callerOf(request), now: now() };
      await db.transaction().execute((tx) => cancelImport(tx, id, made));
      return done('The import was stopped.');
    },
  });
  app.route({
    ...contract.discardStatement,
    handler: async (request) => {
      const made = { by: callerOf(request), now: now() };
      await db.transaction().execute((tx) => discardStatement(tx, request.params.id, made));
      return done('The statement was discarded.');
    },
  });
};
