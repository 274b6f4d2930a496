import { z } from 'zod';
import { Done, endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { idParams } from '../common/ids.ts';
import { exportLooks, listLooks } from './looks.ts';
import { DriverRemoval } from './schemas.ts';

const tags = ['drivers'];

const aFile = { method: 'GET', file: ['text/html'], errors: ['not_found'] } as const;
const answer = { response: { 200: z.any(), ...errorResponses } };

export const getPersonalData = endpoint({
  ...aFile,
  url: '/drivers/:id/personal_data',
  access: 'drivers.privacy',
  limits: [{ by: 'caller', max: 30, seconds: 60 }],
  schema: {
    summary: 'All that is held of a driver’s person, as one file to hand over',
    description:
      'One page with the photo in it, which opens without network. The audit log keeps that it was given out.',
    tags,
    params: idParams,
    ...answer,
  },
});

export const getOwnPersonalData = endpoint({
  ...aFile,
  url: '/member/personal_data',
  access: 'member',
  limits: [{ by: 'caller', max: 10, seconds: 60 }],
  schema: { summary: 'All that is held of the signed-in member, as one file', tags: ['members'], ...answer },
});

export const eraseDriver = endpoint({
  method: 'POST',
  url: '/drivers/:id/erase',
  access: 'drivers.privacy',
  errors: ['not_found', 'conflict'],
  schema: {
    summary: 'Erase a removed driver’s personal data for good',
    description:
      'Payments, receipts and the books stay, with driver code; name and car number stay where the books have an entry. ' +
      'Refused with 409 for a current driver, and while a claim waits or credit is left.',
    tags,
    params: idParams,
    body: DriverRemoval,
    response: { 200: Done, ...errorResponses },
  },
});

export const privacyEndpoints = { listLooks, exportLooks, getPersonalData, getOwnPersonalData, eraseDriver } as const;
