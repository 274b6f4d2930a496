import type { Sms } from './sms.ts';

const TIMEOUT_MS = 20_000;

/**
 * Text messages through a gateway that takes a POST of `{ to, text }` as JSON with a bearer token, and answers 2xx if
 * it accepts. A provider with another form needs a small relay.
 */
export const httpSms = (url: string, token: string): Sms => ({
  send: async (message) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(message),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The SMS gateway answered ${response.status}`);
  },
});
