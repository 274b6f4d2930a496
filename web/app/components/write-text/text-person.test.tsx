// @vitest-environment happy-dom
import type { TextDesk } from '@banbo/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openOfficePage } from '../../../test/dom/office-page.tsx';
import { serve } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';
import { TextPerson } from './text-person.tsx';

const FOUND = { label: 'Answer: payment found', text: 'We have found your payment.' };

const open = async (texting: TextDesk['texting']) => {
  signInAs('SuperUser');
  const served = serve({
    '/texts': ({ body }) =>
      body.text
        ? Response.json({ status: true, message: 'The text is in the outbox.' }, { status: 201 })
        : Response.json({ texting, usual_answers: [FOUND] }),
  });
  const element = <TextPerson number="+233241234567" name="Ama Mensah" driverId="7" button={{}} />;
  const { user } = openOfficePage([{ path: '/driver', element }], '/driver');
  await user.click(await screen.findByRole('button', { name: 'Text' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Text Ama Mensah' })), ...served };
};

test('the office sends the text: a usual answer is filled in, and its length is shown', async () => {
  const { user, dialog, calls } = await open('sent');
  await user.selectOptions(await dialog.findByLabelText('Usual answers'), FOUND.label);
  expect(dialog.getByLabelText('Text')).toHaveValue(FOUND.text);
  expect(dialog.getByText(/^1 text message/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Send text' }));
  expect(await screen.findByText('The text is in the outbox.')).toBeInTheDocument();
  const sent = { mobile_number: '+233241234567', driver_id: '7', text: FOUND.text };
  expect(calls.find(({ body }) => body.text)?.body).toEqual(sent);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a text about a case names it, so that it stands in the history of the case', async () => {
  signInAs('SuperUser');
  const { calls } = serve({
    '/texts': ({ body }) =>
      body.text
        ? Response.json({ status: true, message: 'The text is in the outbox.' }, { status: 201 })
        : Response.json({ texting: 'sent', usual_answers: [FOUND] }),
  });
  const element = <TextPerson number="+233241234567" name="Kofi Addo" caseId="T5" button={{}} />;
  const { user } = openOfficePage([{ path: '/case', element }], '/case');
  await user.click(await screen.findByRole('button', { name: 'Text' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Text Kofi Addo' }));
  await user.type(dialog.getByLabelText('Text'), 'Who paid?');
  await user.click(await dialog.findByRole('button', { name: 'Send text' }));
  expect(await screen.findByText('The text is in the outbox.')).toBeInTheDocument();
  const sent = { mobile_number: '+233241234567', text: 'Who paid?', case_id: 'T5' };
  expect(calls.find(({ body }) => body.text)?.body).toEqual(sent);
});

test('without a service that sends texts it is sent from this device', async () => {
  const { user, dialog } = await open('by hand');
  expect(await dialog.findByText(/No service sends texts from here/)).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Send text' })).toBeNull();
  await user.type(dialog.getByLabelText('Text'), 'Hello');
  const words = /Hello$/;
  expect(dialog.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toMatch(words);
  expect(dialog.getByRole('link', { name: 'SMS from this device' }).getAttribute('href')).toMatch(
    /^sms:\+233241234567\?/,
  );
});
