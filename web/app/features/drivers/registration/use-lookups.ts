import type { listIdentifications, listNationalities } from '@banbo/contract';
import { type Address, call } from '~/lib/api.ts';
import { publicRead, usePublicRead } from '~/lib/public-read.ts';

const NATIONALITIES: Address<typeof listNationalities> = { method: 'GET', url: '/nationality', access: 'public' };
const IDENTIFICATIONS: Address<typeof listIdentifications> = {
  method: 'GET',
  url: '/identification',
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

export const useNationalities = () => {
  const { data = [], ...rest } = usePublicRead(nationalities);
  return { choices: data, ...rest };
};

export const useIdentifications = () => {
  const { data = [], ...rest } = usePublicRead(identifications);
  return { choices: data, ...rest };
};
