import type { Db } from '#db/database.ts';
import { identificationNames, nationalityNames, relationshipNames } from '#domains/lookups';
import { type Choices, choicesOf } from './read-choice.ts';

/** The lists of choices that lines of drivers name. */
export type DriverLists = Readonly<Record<'nationality' | 'identification_type' | 'kin_relationship', Choices>>;

/** Reads the lists of choices as they are now. */
export const readDriverLists = async (db: Db): Promise<DriverLists> => ({
  nationality: choicesOf(await nationalityNames(db), [
    ['GHANA', 'GHANAIAN'],
    ['GH', 'GHANAIAN'],
  ]),
  identification_type: choicesOf(await identificationNames(db), [
    ['NATIONAL ID', 'GHANA CARD'],
    ['ECOWAS CARD', 'GHANA CARD'],
  ]),
  kin_relationship: choicesOf(await relationshipNames(db)),
});
