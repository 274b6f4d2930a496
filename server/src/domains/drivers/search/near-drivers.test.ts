import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { findNear } from './find-by-text.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const MOST = 100;

/** The text as it sounds, with the vowels that are heard for one another made one. */
const foldedWords = async (text: string): Promise<string[]> => {
  const { rows } = await sql<{ sound: string }>`SELECT name_sound(${text}) AS sound`.execute(it.db);
  const folded = (rows[0]?.sound ?? '').replace(/I/g, 'E').replace(/U/g, 'O');
  return folded.replace(/([A-Z])\1+/g, '$1').split(' ');
};

const withoutOne = (word: string): string[] =>
  word.length < 3 ? [word] : [word, ...[...word].map((_, at) => word.slice(0, at) + word.slice(at + 1))];
const isSlip = (one: string, other: string): boolean =>
  withoutOne(one).some((part) => withoutOne(other).includes(part));

/** The consonants of a word that is folded, as far as they are told apart. */
const bonesOf = (word: string): string => {
  const first = word.slice(0, 1).replace(/[EIOU]/, 'A');
  const rest = word.slice(1).replace(/(NG|[NMR])$/, '');
  const heard = rest.replace(/M/g, 'N').replace(/X/g, 'K').replace(/Z/g, 'S').replace(/V/g, 'F');
  return first + heard.replace(/[AEIOUHW]/g, '').replace(/(.)\1+/g, '$1');
};
const isOfBones = (one: string, other: string): boolean =>
  isSlip(one, other) || (bonesOf(one).length >= 3 && bonesOf(one) === bonesOf(other));

type Named = { id: string; words: string[] };

/** Compares everybody, one after the other. */
const nearBySearchingAll = (drivers: readonly Named[], words: readonly string[]): string[] => {
  const those = (isLike: (one: string, other: string) => boolean) =>
    drivers.filter((driver) => words.every((word) => driver.words.some((own) => isLike(own, word))));
  const found = [(one: string, other: string) => one === other, isSlip, isOfBones].map(those);
  return (found.find((some) => some.length > 0) ?? []).map(({ id }) => id).sort();
};

/** Numbers that look random and are the same in each run. */
const randomly = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

test('who is near is who a comparison with everybody finds, for names and words by chance', async () => {
  const random = randomly(27);
  const letters = ['A', 'E', 'I', 'O', 'U', 'K', 'M', 'S', 'R', 'TT', 'GY', 'KW'];
  const name = () => Array.from({ length: 3 + random(4) }, () => letters[random(letters.length)]).join('');
  const drivers: Named[] = [];
  for (let n = 0; n < 50; n += 1) {
    const [first_name, last_name] = [name(), name()];
    const { driver } = await buildDriver(it, { first_name, last_name });
    drivers.push({ id: driver.id, words: await foldedWords(`${first_name} ${last_name}`) });
  }
  let found = 0;
  for (let n = 0; n < 150; n += 1) {
    const typed = Array.from({ length: 1 + random(2) }, name);
    const near = (await findNear(it.db, typed.join(' '), MOST)).map(({ id }) => id).sort();
    found += near.length;
    expect([typed, near]).toEqual([typed, nearBySearchingAll(drivers, await foldedWords(typed.join(' ')))]);
  }
  expect(found).toBeGreaterThan(50);
});

test('of those who are near, who sounds exactly so comes first', async () => {
  const named = async (last_name: string) => (await buildDriver(it, { first_name: 'Zanetor', last_name })).driver.id;
  const other = await named('VODZOGBI');
  const exact = await named('VODZOGBE');
  const near = await findNear(it.db, 'zaneta vojobe', MOST);
  expect(near.map(({ id }) => id)).toEqual([exact, other]);
});

test('whose name is another one by now is not near to what they were called', async () => {
  const { driver } = await buildDriver(it, { first_name: 'Yaw', last_name: 'XORLALI' });
  const near = async () => (await findNear(it.db, 'xorlaly', MOST)).map(({ id }) => id);
  expect(await near()).toEqual([driver.id]);
  const { person_id } = await it.db
    .selectFrom('drivers')
    .select('person_id')
    .where('id', '=', driver.id)
    .executeTakeFirstOrThrow();
  await it.db.updateTable('persons').set({ last_name: 'MENSAH' }).where('id', '=', person_id).execute();
  expect(await near()).toEqual([]);
});

test('several slips in one word are found by its consonants, where nobody differs by one alone', async () => {
  const named = async (first_name: string, last_name: string) =>
    (await buildDriver(it, { first_name, last_name })).driver.id;
  const acheampong = await named('Brefo', 'ACHEAMPONG');
  const agbekkor = await named('Brefo', 'AGBEKKOR');
  const adjei = await named('Kofi', 'ADJEI');
  const near = async (text: string) => (await findNear(it.db, text, MOST)).map(({ id }) => id);
  expect(await near('achampon')).toEqual([acheampong]);
  expect(await near('brefo achampon')).toEqual([acheampong]);
  for (const typed of ['AGBEKKO', 'agbeco']) expect([typed, await near(typed)]).toEqual([typed, [agbekkor]]);
  expect(await near('ajei kofi')).toEqual([adjei]);
});
