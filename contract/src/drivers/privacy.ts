import { endpoint } from '../common/endpoint.ts';
import { exportLooks, listLooks } from './looks.ts';
import { DriverRemoval } from './schemas.ts';

const tags = ['drivers'];

export const getPersonalData = endpoint('GET /drivers/:id/personal_data', 'drivers.privacy', {
  summary: 'All that is held of a driver’s person, as one file to hand over',
  description: 'One page with the photo in it, which opens without network. The audit log keeps that it was given out.',
  tags,
  file: ['text/html'],
  limits: [{ by: 'caller', max: 30, seconds: 60 }],
  errors: ['not_found'],
});

export const getOwnPersonalData = endpoint('GET /member/personal_data', 'member', {
  summary: 'All that is held of the signed-in member, as one file',
  tags: ['members'],
  file: ['text/html'],
  limits: [{ by: 'caller', max: 10, seconds: 60 }],
  errors: ['not_found'],
});

export const eraseDriver = endpoint('POST /drivers/:id/erase', 'drivers.privacy', {
  summary: 'Erase a removed driver’s personal data for good',
  description:
    'Payments, receipts and the books stay, with driver code; name and car number stay where the books have an entry. ' +
    'Refused with 409 for a current driver, and while a claim waits or credit is left.',
  tags,
  errors: ['not_found', 'conflict'],
  body: DriverRemoval,
});

export const privacyEndpoints = { listLooks, exportLooks, getPersonalData, getOwnPersonalData, eraseDriver } as const;
