import type { Db, Tx } from '#db/database.ts';
import type { DriverRow } from '../drivers.repo.ts';

/** At least one of the two, since without any every current driver would do. */
type PersonOrNumber = Partial<Pick<DriverRow, 'person_id' | 'mobile_number'>> &
  (Pick<DriverRow, 'person_id'> | Pick<DriverRow, 'mobile_number'>);

/**
 * True when there is a current record beside this driver's with all of these: of a person, or with a mobile number in E.164
 * form. A number of a current record is one person's alone; that of a removed one may be another person's by now.
 */
export const hasOtherCar = async (db: Db, id: string, { person_id, mobile_number }: PersonOrNumber): Promise<boolean> =>
  (await db
    .selectFrom('drivers')
    .select('id')
    .where('id', '<>', id)
    .where('removed_at', 'is', null)
    .$if(person_id !== undefined, (query) => query.where('person_id', '=', person_id ?? ''))
    .$if(mobile_number !== undefined, (query) => query.where('mobile_number', '=', mobile_number ?? ''))
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** How many current cars a driver's person has. */
export const countCurrentCars = async (db: Db, id: string): Promise<number> => {
  const { count } = await db
    .selectFrom('drivers')
    .where('person_id', '=', (of) => of.selectFrom('drivers').select('person_id').where('id', '=', id))
    .where('removed_at', 'is', null)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

const lockRecords = (tx: Tx, id: string): Promise<DriverRow[]> =>
  tx
    .selectFrom('drivers')
    .selectAll()
    .where('person_id', '=', (of) => of.selectFrom('drivers').select('person_id').where('id', '=', id))
    .orderBy('id')
    .forUpdate()
    .execute();

/**
 * All records of a driver's person, removed ones too, locked to the transaction's end in the order of their ids, so that two who
 * change two cars of a person do not wait for each other in a circle. None where there is no such driver.
 */
export const lockPerson = async (tx: Tx, id: string): Promise<DriverRow[]> => {
  let locked = await lockRecords(tx, id);
  for (;;) {
    // A car that was added while this waited is seen by the next statement alone.
    const again = await lockRecords(tx, id);
    if (again.length === locked.length) return again;
    locked = again;
  }
};
