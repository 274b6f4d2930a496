import { type Config, readConfig, SettingError } from '../config.ts';
import { oddSettings } from '../odd-settings.ts';
import { bad, type Diagnosis, good, warn } from './finding.ts';

type Environment = Record<string, string | undefined>;

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
const SETTINGS = 'Settings';

/** The settings without those that cannot be used, each of which is a finding. */
export const readableSettings = (environment: Environment): { config: Config; findings: Diagnosis[] } => {
  const left = { ...environment };
  const findings: Diagnosis[] = [];
  for (;;) {
    try {
      const config = readConfig(left);
      if (findings.length === 0) findings.push(good(SETTINGS, 'Every setting can be used'));
      findings.push(...oddSettings(environment, config).map(({ says, todo }) => warn(SETTINGS, says, todo)));
      return { config, findings };
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      findings.push(bad(SETTINGS, error.message, 'correct it where the service gets its settings, and start it again'));
      for (const name of error.settings) delete left[name];
    }
  }
};

/** How people reach the product, which tells whether links and cookies are right. */
export const checkAddress = ({ PUBLIC_URL, NODE_ENV, HOST }: Config): Diagnosis => {
  const about = 'Address';
  if (NODE_ENV !== 'production') {
    return LOOPBACK.has(HOST) && PUBLIC_URL === undefined
      ? warn(about, 'This is set up for trying out (NODE_ENV)', 'set NODE_ENV=production for real use')
      : bad(about, 'Others can reach it, and it is set up for trying out (NODE_ENV)', 'set NODE_ENV=production');
  }
  if (PUBLIC_URL === undefined) {
    return bad(about, 'It does not know its own address, so messages have no links', 'set PUBLIC_URL=https://…');
  }
  if (PUBLIC_URL.startsWith('http:') && !LOOPBACK.has(new URL(PUBLIC_URL).hostname)) {
    const says = `People reach it at ${PUBLIC_URL}, so everybody on the way can read their passwords`;
    return bad(
      about,
      says,
      'put a proxy with a certificate in front (ops/caddy has one), and set PUBLIC_URL=https://…',
    );
  }
  return good(about, `People reach it at ${PUBLIC_URL}`);
};

/** Whether it knows callers' addresses, by which limits count. */
export const checkProxy = ({ PUBLIC_URL, TRUST_PROXY, HOST }: Config): Diagnosis => {
  const about = 'Proxy';
  const isBehind = PUBLIC_URL?.startsWith('https:') === true;
  if (isBehind && !TRUST_PROXY) {
    const says = 'A proxy must stand in front, and its word about callers is not believed, so all of them count as one';
    return bad(about, says, 'set TRUST_PROXY=1, and have the proxy set X-Forwarded-For');
  }
  if (TRUST_PROXY && !LOOPBACK.has(HOST)) {
    const says = `Callers can go around the proxy (HOST=${HOST}) and write any address they like`;
    return warn(about, says, 'set HOST=127.0.0.1, or let a firewall admit the proxy alone');
  }
  if (TRUST_PROXY && !isBehind) {
    const says = 'It believes a proxy, and no https address says that there is one';
    return warn(about, says, 'set PUBLIC_URL=https://… behind a proxy, or TRUST_PROXY=0 without one');
  }
  return good(about, TRUST_PROXY ? 'The proxy’s word about callers is believed' : 'There is none');
};

/** Whether messages go out at all. */
export const checkServices = ({ SMS_URL, SMTP_URL, SMS_PRICE }: Config): Diagnosis[] => [
  SMS_URL === undefined
    ? warn('Texts', 'No text message goes out; they wait in the outbox for staff', 'set SMS_URL and SMS_TOKEN')
    : good('Texts', `They go out by ${new URL(SMS_URL).host}`),
  ...(SMS_URL !== undefined && SMS_PRICE === undefined
    ? [warn('Texts', 'Nobody is told what reminders cost', 'set SMS_PRICE to the price of one text')]
    : []),
  SMTP_URL === undefined
    ? warn('Mail', 'No mail goes out', 'set SMTP_URL and MAIL_FROM')
    : good('Mail', `It goes out by ${new URL(SMTP_URL).host}`),
];

/** Where the secrets come from, where several servers may share a database. */
export const checkSecrets = ({ NODE_ENV, DATABASE_URL, TOKEN_SECRET }: Config): Diagnosis[] =>
  NODE_ENV === 'production' && DATABASE_URL !== undefined && TOKEN_SECRET === undefined
    ? [bad('Secrets', 'TOKEN_SECRET is not set, and all servers on one database must share it', 'set TOKEN_SECRET')]
    : [];
