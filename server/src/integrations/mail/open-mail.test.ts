import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { smtpMail } from './open-mail.ts';

type Taken = { recipients: string[]; text: string };

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A mail server that accepts everything, or answers every recipient with `refusal`. */
const mailServer = async (refusal?: string): Promise<{ url: string; taken: Taken }> => {
  const taken: Taken = { recipients: [], text: '' };
  const server = createServer((socket) => {
    let inText = false;
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        if (inText) {
          taken.text += `${line}\n`;
          if (line !== '.') continue;
          inText = false;
          socket.write('250 taken\r\n');
        } else if (line.startsWith('RCPT')) {
          taken.recipients.push(line);
          socket.write(refusal ? `${refusal}\r\n` : '250 ok\r\n');
        } else if (line === 'DATA') {
          inText = true;
          socket.write('354 go on\r\n');
        } else socket.write('250 ok\r\n');
      }
    });
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, taken };
};

const FROM = 'Banbo <office@example.com>';

test('a mail goes to its one recipient with sender, subject and text', async () => {
  const { url, taken } = await mailServer();
  await smtpMail(url, FROM).send({ to: 'ama@example.com', subject: 'Your account', text: 'Hello Ama' });
  expect(taken.recipients).toEqual(['RCPT TO:<ama@example.com>']);
  expect(taken.text).toContain('From: Banbo <office@example.com>');
  expect(taken.text).toContain('Subject: Your account');
  expect(taken.text).toContain('Hello Ama');
});

test('line breaks in what people typed make no further headers or recipients', async () => {
  const { url, taken } = await mailServer();
  const subject = 'Hello\r\nBcc: evil@example.com\r\n\r\nbuy';
  await smtpMail(url, FROM)
    .send({ to: 'ama@example.com\r\nBcc: evil@example.com', subject, text: 'x' })
    .catch(() => {});
  await smtpMail(url, FROM)
    .send({ to: 'ama@example.com, evil@example.com', subject, text: 'x' })
    .catch(() => {});
  await smtpMail(url, FROM).send({ to: 'ama@example.com', subject, text: 'x' });
  expect(taken.recipients.join()).not.toMatch(/<evil@/);
  expect(taken.text).not.toMatch(/^Bcc:/im);
});

test('a refused recipient is an error, so that the outbox tries again', async () => {
  const { url } = await mailServer('550 no such person');
  await expect(smtpMail(url, FROM).send({ to: 'ama@example.com', subject: 'x', text: 'x' })).rejects.toThrow('550');
});
