import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { APPLICATION_NOUN } from './application-changes.ts';
import { lockApplication, updateApplication } from './applications.repo.ts';

type Asked = {
  id: string;
  body: { commission_number: string; commission_day: string };
  by: Caller;
  now: Date;
};

/** Notes the Lands Commission's certificate. Refused with 409 `conflict` unless it is approved. */
export const noteCommission = async (tx: Tx, { id, body, by, now }: Asked): Promise<string> => {
  const row = await lockApplication(tx, id);
  if (row.status !== 'approved')
    throw new Refusal('conflict', `The application ${row.number} is not approved, so it has no certificate.`);
  await updateApplication(tx, id, body);
  const before = { commission_number: row.commission_number, commission_day: row.commission_day };
  const subject = { kind: APPLICATION_NOUN, id, name: row.number };
  await audit(tx, by, { action: 'applications.commission', subject, before, after: body }, now);
  return `The certificate of ${row.number} is noted.`;
};
