import type { Db } from '#db/database.ts';
import { identificationTypes, nationalityNames, relationshipNames } from '#domains/lookups';
import { type Choices, choicesOf } from './read-choice.ts';

/** The lists of choices that lines of drivers name. */
export type DriverLists = Readonly<Record<'nationality' | 'identification_type' | 'kin_relationship', Choices>> & {
  /** The forms of ID numbers by their types; a type whose numbers are free text has none. */
  readonly number_masks: ReadonlyMap<string, string>;
};

/** Reads the lists of choices as they are now. */
export const readDriverLists = async (db: Db): Promise<DriverLists> => {
  const types = await identificationTypes(db);
  return {
    nationality: choicesOf(await nationalityNames(db), [
      ['GHANA', 'GHANAIAN'],
      ['GH', 'GHANAIAN'],
    ]),
    identification_type: choicesOf(
      types.map(({ identification }) => identification),
      [
        ['NATIONAL ID', 'GHANA CARD'],
        ['ECOWAS CARD', 'GHANA CARD'],
      ],
    ),
    kin_relationship: choicesOf(await relationshipNames(db)),
    number_masks: new Map(
      types.flatMap(({ identification, number_mask }) => (number_mask === null ? [] : [[identification, number_mask]])),
    ),
  };
};
