import type { TestApp } from '../harness.ts';

const REFERENCES = '23456789ABCDEFGHJKMNPQRTVWXYZ';
let serial = 0;

type Given = {
  name?: string;
  email?: string;
  subject?: string;
  message?: string;
  received_at?: Date;
  is_tenants?: boolean;
};

/** A visitor's message as it came in; gives its id and reference. */
export const buildContactMessage = async (
  it: TestApp,
  given: Given = {},
): Promise<{ id: string; reference: string; email: string }> => {
  serial += 1;
  const letter = (place: number): string => REFERENCES[Math.floor(serial / 29 ** place) % 29] ?? '2';
  const row = {
    reference: `CM-QQQ${letter(2)}${letter(1)}${letter(0)}`,
    ...{ name: 'Kofi Mensah', email: 'kofi@example.com', subject: 'Fitting', received_at: it.clock.now },
    message: 'When can you fit the device?',
    ...given,
  };
  const { id } = await it.db.insertInto('contact_messages').values(row).returning('id').executeTakeFirstOrThrow();
  return { id, reference: row.reference, email: row.email };
};
