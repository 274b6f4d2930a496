import { expect, test } from 'vitest';
import { RegistrationFields } from '../drivers/schemas.ts';
import { UserChange } from '../identity/users.ts';
import { ContactMessage } from '../messages/contact-desk.ts';
import { WRONG_EMAIL } from './fields.ts';
import { unseenIn } from './text.ts';

const UNSEEN = unseenIn('The e-mail address');

test.each([
  ['a registration', RegistrationFields.shape.email],
  ['a staff user', UserChange.shape.email],
  ['a contact message', ContactMessage.shape.email],
])('the e-mail address of %s is told of a character that cannot be seen', (_of, email) => {
  const messageOf = (given: unknown) => email.safeParse(given).error?.issues.map(({ message }) => message);
  expect(messageOf('ama@example.com')).toBeUndefined();
  for (const unseen of ['ama\u200b@example.com', 'ama@exam\u00adple.com', '\u202eama@example.com']) {
    expect(messageOf(unseen)).toEqual([UNSEEN]);
  }
  for (const wrong of ['ama', 'ama@example', 'ama mensah@example.com', '']) {
    expect(messageOf(wrong)).toEqual([WRONG_EMAIL]);
  }
});
