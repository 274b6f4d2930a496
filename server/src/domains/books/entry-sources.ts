import { mayOpenAddress, type Permitted } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { transfersOfChanges } from '#domains/clearance';
import { ownersById } from '#domains/drivers';
import type { StatedPosting } from '#domains/ledger';
import { driversOfPayments, driversOfUses } from '#domains/payments';

type Source = Pick<StatedPosting, 'entry' | 'kind' | 'subject_id'>;
/** Gives the office's pages of records of a kind, by the record's id. */
type Pages = (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

const pagesAt =
  (path: string): Pages =>
  async (_, ids) =>
    new Map(ids.map((id) => [id, `${path}/${id}`]));

/** The records' driver, by the record's id, as addresses of the driver. */
const pagesOfDrivers =
  (driversOf: Pages, pageOf: (code: string, id: string) => string): Pages =>
  async (db, ids) => {
    const drivers = await driversOf(db, ids);
    const owners = await ownersById(db, [...new Set(drivers.values())]);
    return new Map(
      [...drivers].flatMap(([id, driverId]) => {
        const owner = owners.get(driverId);
        return owner ? [[id, pageOf(owner.driver_code, id)] as const] : [];
      }),
    );
  };

const payments = pagesOfDrivers(driversOfPayments, (code, id) => `/view_payment/${code}?payment=${id}`);

const moneyOfChanges: Pages = async (db, ids) =>
  new Map([...(await transfersOfChanges(db, ids))].map(([id, transferId]) => [id, `/money_received/${transferId}`]));

const PAGES: Readonly<Record<string, Pages>> = {
  payment: payments,
  'freed payment': payments,
  'credit use': pagesOfDrivers(driversOfUses, (code) => `/view_payment/${code}`),
  opening: pagesAt('/view_driver'),
  money: pagesAt('/money_received'),
  'money change': moneyOfChanges,
  refund: pagesAt('/refunds'),
  'refund payout': pagesAt('/refunds'),
  'refund debt': pagesAt('/refunds'),
  'refund write-off': pagesAt('/refunds'),
  journal: pagesAt('/journals'),
  expense: pagesAt('/expenditure'),
  'cash-up': pagesAt('/cash_ups'),
  'share payout': pagesAt('/share_payouts'),
  'year end': pagesAt('/journals'),
};

/**
 * The office's page of what each entry tells of, by the entry's number, where there is one that the
 * reader may open.
 */
export const sourcesOf = async (
  db: Db,
  entries: readonly Source[],
  reader: Permitted,
): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  for (const [kind, ofKind] of Map.groupBy(entries, (entry) => entry.kind)) {
    const pages = await PAGES[kind]?.(db, [...new Set(ofKind.map(({ subject_id }) => subject_id))]);
    for (const { entry, subject_id } of ofKind) {
      const page = pages?.get(subject_id);
      if (page !== undefined && mayOpenAddress(reader, page)) found.set(entry, page);
    }
  }
  return found;
};
