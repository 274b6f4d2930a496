/** `to` is a number in E.164 form. */
type SmsMessage = { to: string; text: string };

/**
 * A text message service. `send` rejects when the service did not take the message. It gives
 * the service's own name for the message, where it has one.
 */
export type Sms = { send: (message: SmsMessage) => Promise<string | undefined> };

const TIMEOUT_MS = 20_000;
/** Bytes of an answer that are read at most; a gateway's number needs a hundred. */
const MAX_ANSWER = 10_000;
/** The names under which gateways give their number of a message. */
const ID_FIELDS = ['id', 'message_id', 'messageId', 'MessageId', 'reference'];
const ID = /^[\w.:-]{1,64}$/;

/** The beginning of an answer; the rest is not waited for. */
const beginningOf = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > MAX_ANSWER) break;
  }
  return text;
};

/** The gateway's message id. Nothing else is kept: its answer may repeat the text with a code. */
const idIn = (answer: string): string | undefined => {
  try {
    const given = Object(JSON.parse(answer)) as Record<string, unknown>;
    return ID_FIELDS.map((field) => String(given[field] ?? '')).find((id) => ID.test(id));
  } catch {
    return undefined;
  }
};

/**
 * Text messages through a gateway that takes a POST of `{ to, text }` as JSON with a bearer token,
 * and answers 2xx if it accepts, with its number of the message as `id` where it has one. A
 * provider with another form needs a small relay.
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
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`The SMS gateway answered ${response.status}`);
    }
    // It has taken the message, whatever becomes of the rest of its answer.
    return idIn(await beginningOf(response).catch(() => ''));
  },
});

/** The text message service of the settings, or null while none is set up. */
export const openSms = ({
  SMS_URL,
  SMS_TOKEN,
}: {
  SMS_URL?: string | undefined;
  SMS_TOKEN?: string | undefined;
}): Sms | null => (SMS_URL !== undefined && SMS_TOKEN !== undefined ? httpSms(SMS_URL, SMS_TOKEN) : null);

/** Text messages that stay in memory, for tests. */
export const fakeSms = (): Sms & { sent: SmsMessage[] } => {
  const sent: SmsMessage[] = [];
  return {
    sent,
    send: async (message) => {
      sent.push(message);
      return undefined;
    },
  };
};
