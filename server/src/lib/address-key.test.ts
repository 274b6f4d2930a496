import { expect, test } from 'vitest';
import { addressKey, siteKey } from './address-key.ts';

test.each([
  ['41.66.200.7', '41.66.200.7'],
  ['::ffff:41.66.200.7', '41.66.200.7'],
  ['2a00:1450:4009:80b::200e', '2a00:1450:4009:80b'],
  ['2A00:1450:4009:080B:1:2:3:4', '2a00:1450:4009:80b'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('calls from %s are counted on %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test.each([
  ['2a00:1450:4009:80b::200e', '2a00:1450:4009'],
  ['2a00:1450::1', '2a00:1450:0'],
  ['41.66.200.7', null],
  ['::ffff:41.66.200.7', null],
])('the site of %s is %s', (address, site) => {
  expect(siteKey(address)).toBe(site);
});
