import {
  type AnyImport,
  balanceImports,
  deviceImports,
  driverImports,
  getReminders,
  landImports,
  listBookArchives,
  statementImports,
} from '@banbo/contract';
import { queryClient, read } from './api/query-client.ts';
import { followServerWork, type LookAtWork } from './running-work.ts';
import { currentSession } from './session/session-store.ts';
import { toast } from './toast.ts';
import { inTab } from './use-kept.ts';

/** Work of the server: its record, and the name that a person knows it by. */
type ServerWork = { kind: Kind; id: string; name: string };
type Kind =
  | ('balance_import' | 'device_import' | 'driver_import' | 'land_import' | 'statement_import')
  | ('reminders' | 'book_archive');

const ENDED = {
  imported: (name: string) => toast.success(`${name} is imported.`),
  failed: (name: string) => toast.error(`The import of ${name} stopped. Its page says why.`),
} as const;

/** Work whose page is one for all of its kind. */
const HAS_ONE_PAGE: readonly Kind[] = ['reminders', 'book_archive'];

const addressOf = ({ kind, id }: ServerWork): string => (HAS_ONE_PAGE.includes(kind) ? `/${kind}` : `/${kind}/${id}`);

const lookAtImport =
  (imports: AnyImport, work: ServerWork): LookAtWork =>
  async () => {
    const query = read(imports.show, { params: { id: work.id } });
    // The page asks for the same: one answer does for both.
    const { status, progress, line_count } = await queryClient.fetchQuery({ ...query, staleTime: 0 });
    if (status === 'importing') return { done: progress?.done ?? 0, total: progress?.total || line_count };
    const isElsewhere = window.location.pathname !== addressOf(work);
    if (isElsewhere && (status === 'imported' || status === 'failed')) ENDED[status](work.name);
    return null;
  };

const lookAtReminders =
  ({ id }: ServerWork): LookAtWork =>
  async () => {
    const query = read(getReminders, { params: { id } });
    const { recipients, waiting } = await queryClient.fetchQuery({ ...query, staleTime: 0 });
    return waiting === 0 ? null : { done: recipients - waiting, total: recipients };
  };

const lookAtArchive =
  ({ id, name }: ServerWork): LookAtWork =>
  async () => {
    const { archives } = await queryClient.fetchQuery({ ...read(listBookArchives, {}), staleTime: 0 });
    const archive = archives.find((one) => one.id === id);
    if (archive?.status === 'making') return archive;
    if (archive?.status === 'made') toast.success(`The archive of ${name} is made. It can be saved now.`);
    return null;
  };

const LOOKS: Readonly<Record<Kind, (work: ServerWork) => LookAtWork>> = {
  balance_import: (work) => lookAtImport(balanceImports, work),
  device_import: (work) => lookAtImport(deviceImports, work),
  driver_import: (work) => lookAtImport(driverImports, work),
  land_import: (work) => lookAtImport(landImports, work),
  statement_import: (work) => lookAtImport(statementImports, work),
  reminders: lookAtReminders,
  book_archive: lookAtArchive,
};

/** Work that this tab remembers over a reload, and whose it is. */
type Kept = ServerWork & { user: string };
const storage = inTab('banbo.server-work');

const isKept = (one: Partial<Kept> | null): one is Kept =>
  one !== null && typeof one.id === 'string' && typeof one.user === 'string' && (one.kind ?? '') in LOOKS;

const readKept = (): Kept[] => {
  const kept = storage.read();
  return Array.isArray(kept) ? kept.filter(isKept) : [];
};

const isSame = (one: ServerWork, other: ServerWork): boolean => one.kind === other.kind && one.id === other.id;

const labelOf = ({ kind, name }: ServerWork): string => {
  if (kind === 'reminders') return 'Reminders';
  return kind === 'book_archive' ? `Archive of ${name}` : `Import of ${name}`;
};

const followed = new Set<string>();

const follow = async (work: ServerWork): Promise<void> => {
  const name = `${work.kind} ${work.id}`;
  if (followed.has(name)) return;
  followed.add(name);
  const label = labelOf(work);
  await followServerWork({ label, to: addressOf(work) }, LOOKS[work.kind](work));
  followed.delete(name);
  storage.write(readKept().filter((one) => !isSame(one, work)));
};

/** Follows work of the server that was begun in this tab, also over a reload of it. */
export const followBegun = (work: ServerWork): void => {
  const user = currentSession()?.user;
  if (user !== undefined) storage.write([...readKept().filter((one) => !isSame(one, work)), { ...work, user }]);
  void follow(work);
};

/** Goes on following what the person began in this tab; what another person began is forgotten. */
export const followKept = (user: string): void => {
  const own = readKept().filter((one) => one.user === user);
  storage.write(own);
  for (const { kind, id, name } of own) void follow({ kind, id, name });
};
