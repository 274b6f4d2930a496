import { formatDay, inGsm, type OwnerMessage, ownerMessageList, type Site, today } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { differencesCounted } from '#domains/books';
import { takenOnDay } from '#domains/clearance';
import { incidentsOfDay } from '#domains/incidents';
import { holdBooks, monthsReopened } from '#domains/ledger';
import { queueMail, queueSms } from '#domains/messages';
import { waitingFigures } from '#domains/payments';
import { readSite } from '#domains/site';
import type { BackupDeps } from '../backup-news.ts';
import { lastBackups } from '../backups.repo.ts';
import { dayBesides } from './day-besides.ts';
import { type EveningFigures, eveningWords } from './evening-words.ts';
import { insertTold, isTold, lastTold, ownerMessagesSql, type ToldDay } from './owner-messages.repo.ts';

/** Hours for which the message is worth sending. */
const HOURS = 20;

type Recipients = Pick<Site, 'owner_numbers' | 'owner_emails' | 'owner_message_hour'>;

/** True at and after the hour of the setting, where somebody is to be told. */
const isDue = ({ owner_numbers, owner_emails, owner_message_hour }: Recipients, now: Date): boolean =>
  owner_numbers.length + owner_emails.length > 0 && now.getUTCHours() >= owner_message_hour;

/** True while today's message is due and was not sent. Accra keeps UTC all year. */
export const isOwnerToTell = async (db: Db, now: Date): Promise<boolean> =>
  isDue(await readSite(db), now) && !(await isTold(db, today(now)));

const backupOfEvening = async (
  db: Db | Tx,
  now: Date,
  { makesBackups, archive }: BackupDeps,
): Promise<EveningFigures['backup']> =>
  archive?.().stalled ? 'stopped' : ((await lastBackups(db, now)).madeAt ?? (makesBackups ? null : undefined));

/**
 * The figures of a day as they are now, each of the list that staff see. Differences and months
 * opened again are those since the last message: later ones of its day would be told by none.
 */
const eveningFigures = async (
  db: Db,
  now: Date,
  { hash, ...deps }: BackupDeps & { hash: string | null },
): Promise<EveningFigures> => {
  const day = today(now);
  const last = await lastTold(db);
  const since = { after: last?.sent_at ?? new Date(day), upTo: now };
  return {
    day,
    ...(await takenOnDay(db, day)),
    ...(await dayBesides(db, { day, after: since.after, entry: last?.last_entry ?? '0' })),
    difference: await differencesCounted(db, since),
    claims: (await waitingFigures(db)).count,
    incidents: await incidentsOfDay(db, day),
    backup: await backupOfEvening(db, now, deps),
    reopened: await monthsReopened(db, since),
    hash,
  };
};

/**
 * Tells the owner of today, once, however many servers run: by text message and mail, in the
 * transaction that keeps what was told. The books are held meanwhile, so that the hash is of the
 * entry up to which the figures are. Gives the text, or null where nothing was to be told.
 */
export const tellOwner = (db: Db, now: Date, deps: BackupDeps): Promise<string | null> =>
  db.transaction().execute(async (tx) => {
    const { number, hash } = await holdBooks(tx);
    const day = today(now);
    const site = await readSite(tx);
    if (!isDue(site, now) || (await isTold(tx, day))) return null;
    const figures = await eveningFigures(tx, now, {
      ...deps,
      hash: number === '0' ? null : hash.toString('hex'),
    });
    const text = eveningWords(figures);
    const { owner_numbers: numbers, owner_emails: mails } = site;
    const told = { day, text, last_entry: number, last_hash: hash, phones: numbers.length, mails: mails.length };
    if (!(await insertTold(tx, { ...told, sent_at: now }))) return null;
    await send(tx, { text, day, numbers, mails, company: site.company_name }, now);
    return text;
  });

type Outgoing = {
  text: string;
  day: string;
  numbers: readonly string[];
  mails: readonly string[];
  company: string;
};

/** No stop holds these: staff who stop messages do not keep their own doings from the owner. */
const send = async (tx: Tx, { text, day, numbers, mails, company }: Outgoing, now: Date): Promise<void> => {
  const kind = { text, hours: HOURS, isUrgent: true };
  for (const to of numbers) await queueSms(tx, { to, ...kind }, now);
  const subject = `${company}: ${formatDay(day)}`;
  for (const to of mails) await queueMail(tx, { to, subject, ...kind }, now);
};

/** Tells the owner of one thing at once, by text message and mail, where the settings name one. */
export const tellOwnerAtOnce = async (tx: Tx, said: string, now: Date): Promise<void> => {
  const { owner_numbers: numbers, owner_emails: mails, company_name: company } = await readSite(tx);
  await send(tx, { text: inGsm(`${company}: ${said}`), day: today(now), numbers, mails, company }, now);
};

const present = ({ id, day, text, last_entry, last_hash, phones, mails, sent_at }: ToldDay): OwnerMessage => ({
  ...{ id, day, text, entry: last_entry, hash: last_hash.toString('hex'), phones, mails },
  sent_at: sent_at.toISOString(),
});

export const ownerMessagesSource = listSource(ownerMessageList, ownerMessagesSql, (rows) => rows.map(present));
