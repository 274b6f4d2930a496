import type { AnyImport, AnyList, ListQuery, RowOf } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { ListSource } from '#db/list/list-source.ts';
import type { Caller } from '#lib/caller.ts';
import type { Lists } from './lists/serve-lists.ts';
import type { ApiScope } from './scope.ts';
import { serving } from './serving.ts';

type Asked = { id: string; by: Caller; now: Date };
type Source = ListSource<ListQuery<AnyList>, RowOf<AnyList>, undefined>;

/** The use cases of an import, as `domains/imports` defines them. */
type Served<Read> = Record<'files' | 'lines', Source> &
  Record<'start' | 'cancel' | 'discard', (tx: Tx, asked: Asked) => Promise<string>> & {
    contract: AnyImport;
    read: (file: File) => Promise<Read>;
    store: (tx: Tx, read: Read, made: Omit<Asked, 'id'>) => Promise<string>;
    show: (db: Db, id: string) => Promise<object>;
    check: (tx: Tx, mapping: never, asked: Asked) => Promise<void>;
  };

/** Serves the endpoints of an import, the list of its files, and that of their lines. */
export const serveImport = <Read>(
  app: ApiScope,
  deps: { db: Db; now: () => Date; lists: Lists },
  { contract, ...served }: Served<Read>,
): void => {
  const { db, lists } = deps;
  const { read, act, change } = serving(app, deps);
  lists.serve(app, contract.list, served.files, () => undefined);
  lists.serve(app, contract.lines, served.lines, () => undefined);
  // Before the transaction, since reading takes seconds.
  const readFile = ({ body }: { body: { file: File } }) => served.read(body.file);
  const store = async (tx: Tx, made: Omit<Asked, 'id'>, file: Read) => ({
    message: `The ${contract.thing} was read. Please check its columns.`,
    [contract.idKey]: await served.store(tx, file, made),
  });
  change(contract.upload, store, readFile);
  read(contract.show, ({ id }) => served.show(db, id));
  act(contract.map, async (asked) => {
    await db.transaction().execute((tx) => served.check(tx, asked.body as never, asked));
    return { message: 'This is what an import would do.', [contract.noun]: await served.show(db, asked.id) };
  });
  for (const name of ['start', 'cancel', 'discard'] as const) change(contract[name], served[name]);
};
