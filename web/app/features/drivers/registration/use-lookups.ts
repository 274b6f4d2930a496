import type { listIdentifications, listNationalities, listRelationships } from '@banbo/contract';
import { type Address, call } from '~/lib/api/api.ts';
import { publicRead, usePublicRead } from '~/lib/api/public-read.ts';

const NATIONALITIES: Address<typeof listNationalities> = { method: 'GET', url: '/nationality', access: 'public' };
const IDENTIFICATIONS: Address<typeof listIdentifications> = {
  method: 'GET',
  url: '/identification',
  access: 'public',
};

const RELATIONSHIPS: Address<typeof listRelationships> = {
  method: 'GET',
  url: '/relationship/get_relationship',
  access: 'public',
};

const nationalities = publicRead(async () => {
  const rows = await call<typeof listNationalities>(NATIONALITIES, {});
  return rows.map((row) => row.nationality);
});
const identifications = publicRead(() => call<typeof listIdentifications>(IDENTIFICATIONS, {}));
const relationships = publicRead(async () => {
  const rows = await call<typeof listRelationships>(RELATIONSHIPS, {});
  return rows.map((row) => row.relationship);
});

const useLookup = (list: typeof nationalities) => {
  const { data: choices = [], ...rest } = usePublicRead(list);
  return { choices, ...rest };
};

/**
 * The format of an identification type's numbers; null if it has none or the list is not loaded.
 * Answers that an older version kept on the phone have no formats.
 */
export const numberMaskOf = (type: string): string | null =>
  identifications.state().data?.find(({ identification }) => identification === type.trim().toUpperCase())
    ?.number_mask ?? null;

export const useNationalities = () => useLookup(nationalities);
export const useIdentifications = () => {
  const { data = [], ...rest } = usePublicRead(identifications);
  return { choices: data.map(({ identification }) => identification), ...rest };
};
export const useRelationships = () => useLookup(relationships);
