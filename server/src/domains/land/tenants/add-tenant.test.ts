import { readTenantCode, type TenantFields } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { addLandTenant } from './add-tenant.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const GRACE: TenantFields = {
  ...{ kind: 'person', last_name: 'Odonkor', first_name: 'Grace  Naa', gender: 'Female', date_of_birth: '1961-05-02' },
  ...{ nationality: 'Ghanaian', foreign_share: null, identification_type: null, id_number: null },
  ...{ contact_number: '024 123 4567', other_number: null, email: '', postal_address: 'P. O. Box 7, Nungua' },
  ...{ gps_address: '', next_of_kin: '', kin_mobile_number: null, kin_relationship: null, contact_person: '' },
  ...{ contact_person_number: null, reference_person: '', reference_mobile_number: null },
};

const add = async (fields: TenantFields) => {
  const { id: accountId, username: login } = await buildUser(it);
  const by = { accountId, login, role: 'SystemAdmin', permissions: [], sessionId: '1', requestId: 'test' } as const;
  return it.db.transaction().execute((tx) => addLandTenant(tx, fields, { by, now: it.clock.now }));
};

test('a tenant has a code, a sign-in with it, and names in the form of the lists', async () => {
  const { id, tenant_code, setup_code } = await add(GRACE);
  expect(readTenantCode(tenant_code)).toBe(tenant_code);
  expect(setup_code).not.toBe('');
  const stored = await it.db.selectFrom('tenants').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(stored).toMatchObject({ last_name: 'ODONKOR', first_name: 'GRACE NAA', contact_number: '+233241234567' });
  expect(stored.postal_address).toBe('P. O. Box 7, Nungua');
  const account = it.db.selectFrom('accounts').select(['kind', 'login']).where('id', '=', stored.account_id);
  expect(await account.executeTakeFirst()).toEqual({ kind: 'tenant', login: tenant_code.toLowerCase() });
});

test('no two tenants have one code, however many are added at once', async () => {
  const codes = (await Promise.all(Array.from({ length: 8 }, () => add(GRACE)))).map(({ tenant_code }) => tenant_code);
  expect(new Set(codes).size).toBe(8);
});

test('a choice that its list does not have is refused, and nothing is stored', async () => {
  const count = async () => (await it.db.selectFrom('tenants').select('id').execute()).length;
  const before = await count();
  await expect(add({ ...GRACE, nationality: 'Atlantean' })).rejects.toThrow('choose the nationality from the list');
  expect(await count()).toBe(before);
});
