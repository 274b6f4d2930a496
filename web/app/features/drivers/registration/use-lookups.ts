import type { listIdentifications, listNationalities, listRelationships } from '@banbo/contract';
import { type Address, call } from '~/lib/api.ts';
import { publicRead, usePublicRead } from '~/lib/public-read.ts';

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
const identifications = publicRead(async () => {
  const rows = await call<typeof listIdentifications>(IDENTIFICATIONS, {});
  return rows.map((row) => row.identification);
});
const relationships = publicRead(async () => {
  const rows = await call<typeof listRelationships>(RELATIONSHIPS, {});
  return rows.map((row) => row.relationship);
});

const useLookup = (list: typeof nationalities) => {
  const { data: choices = [], ...rest } = usePublicRead(list);
  return { choices, ...rest };
};

export const useNationalities = () => useLookup(nationalities);
export const useIdentifications = () => useLookup(identifications);
export const useRelationships = () => useLookup(relationships);
