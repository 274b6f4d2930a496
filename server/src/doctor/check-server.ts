import type { Config } from '../config.ts';
import { bad, type Diagnosis, good, warn } from './finding.ts';

const WITHIN_MS = 5_000;
const EVERYWHERE = new Set(['0.0.0.0', '::', '']);

type Answer = { status: number; body: unknown } | { refused: string };

/** The code of what went wrong on the way, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
const codeOf = (error: unknown): string => {
  const { code, cause, message } = error as { code?: string; cause?: unknown; message?: string };
  if (typeof code === 'string') return code;
  return cause === undefined ? (message ?? String(error)) : codeOf(cause);
};

const ask = async (url: string): Promise<Answer> => {
  try {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    return { status: answer.status, body: await answer.json().catch(() => null) };
  } catch (error) {
    return { refused: codeOf(error) };
  }
};

const isOurs = (answer: Answer): boolean =>
  'status' in answer && answer.status === 200 && (answer.body as { status?: unknown } | null)?.status === 'ok';

/** Whether the server runs at its port, and is ready. */
export const checkServer = async ({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): Promise<Diagnosis> => {
  const about = 'Server';
  const host = EVERYWHERE.has(HOST) ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST;
  const address = `http://${host}:${PORT}`;
  const alive = await ask(`${address}/api/healthz`);
  if ('refused' in alive) {
    return alive.refused === 'ECONNREFUSED'
      ? warn(about, `No server runs at ${address}`, 'start it: systemctl start banbo, or npm start')
      : bad(
          about,
          `The server at ${address} does not answer (${alive.refused})`,
          'look at its log: journalctl -u banbo -n 50',
        );
  }
  if (!isOurs(alive))
    return bad(about, `Another program uses the port ${PORT}`, 'stop that program, or set another PORT');
  return isOurs(await ask(`${address}/api/readyz`))
    ? good(about, `It answers at ${address}`)
    : bad(
        about,
        `It runs at ${address}, and its database does not answer`,
        'look at its log: journalctl -u banbo -n 50',
      );
};

const TODO_BY_CODE: Record<string, string> = {
  CERT_HAS_EXPIRED: 'renew the certificate of the proxy; Caddy does it by itself when ports 80 and 443 can be reached',
  ENOTFOUND: 'enter the name at your registrar, and point it to this machine',
  ECONNREFUSED: 'start the proxy, such as systemctl start caddy',
};

/** Whether people reach the product by its public address, as seen from this machine. */
export const checkPublicAddress = async ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): Promise<Diagnosis[]> => {
  const about = 'Public address';
  if (PUBLIC_URL === undefined) return [];
  const answer = await ask(`${PUBLIC_URL}/api/healthz`);
  if (isOurs(answer)) return [good(about, `${PUBLIC_URL} leads here`)];
  const why = 'refused' in answer ? answer.refused : `it answers ${answer.status}`;
  const says = `${PUBLIC_URL} does not lead to the server (${why})`;
  return [bad(about, says, TODO_BY_CODE[why] ?? 'look at the proxy’s log, and at the name and the firewall')];
};

/** Whether the SMS service can be reached; it is asked to send nothing. */
export const checkSmsService = async ({ SMS_URL }: Pick<Config, 'SMS_URL'>): Promise<Diagnosis[]> => {
  if (SMS_URL === undefined) return [];
  const answer = await ask(SMS_URL);
  const host = new URL(SMS_URL).host;
  return 'refused' in answer
    ? [
        bad(
          'Texts',
          `The SMS service ${host} cannot be reached (${answer.refused})`,
          'check SMS_URL and this machine’s way to the internet',
        ),
      ]
    : [];
};
