import type { Db } from '#db/database.ts';

/**
 * Names of some photos of drivers, removed ones too: up to `count` of the newest and of the oldest.
 */
export const somePhotos = async (db: Db, count: number): Promise<string[]> => {
  const photos = db.selectFrom('persons').select('photo').where('photo', 'is not', null).limit(count);
  const newest = await photos.orderBy('id', 'desc').execute();
  const oldest = await photos.orderBy('id').execute();
  return [...newest, ...oldest].flatMap(({ photo }) => photo ?? []);
};

const PHOTOS_AT_A_TIME = 10_000;

/** Names of all photos of drivers, removed ones too, in batches. */
export async function* allPhotos(db: Db): AsyncGenerator<string[]> {
  for (let after = '0'; ; ) {
    const rows = await db
      .selectFrom('persons')
      .select(['id', 'photo'])
      .where('photo', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PHOTOS_AT_A_TIME)
      .execute();
    yield rows.flatMap(({ photo }) => photo ?? []);
    const last = rows.at(-1);
    if (rows.length < PHOTOS_AT_A_TIME || !last) return;
    after = last.id;
  }
}

/** True where a row of a person has this photo. */
export const hasPhoto = async (db: Db, rootId: string, photo: string): Promise<boolean> => {
  const rows = db.selectFrom('persons').select('id').where('root_id', '=', rootId).where('photo', '=', photo);
  return (await rows.executeTakeFirst()) !== undefined;
};

/** The number of photos of drivers, removed ones too. The cost grows with it. */
export const countPhotos = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('persons')
    .select((eb) => eb.fn.count<string>('photo').as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};
