import { CONTACT_COUNTED, type ContactFigures } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { answerTimes, countByAge, countByPerson, countByState } from './contact-figures.repo.ts';
import type { Directories } from './directories.ts';

/** Messages by state, age and person, and how soon they are answered. */
export const contactFigures = async (db: Db, staff: Directories['staff'], now: Date): Promise<ContactFigures> => {
  const { oldest_at, ...ages } = await countByAge(db, now);
  const holders = await countByPerson(db);
  const people = await staff.named(
    db,
    holders.map(({ assigned_to }) => assigned_to),
  );
  return {
    states: (await countByState(db)).map((state) => ({ ...state, is_cut: state.count === CONTACT_COUNTED })),
    ages,
    oldest_at: oldest_at?.toISOString() ?? null,
    people: holders.flatMap(({ assigned_to, count, oldest_at: oldest }) => {
      const person = people.get(assigned_to);
      return person ? [{ person, count, oldest_at: oldest.toISOString() }] : [];
    }),
    answered: await answerTimes(db, now),
  };
};
