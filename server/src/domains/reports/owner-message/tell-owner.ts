import {
  formatDay,
  inGsm,
  type MessageStatus,
  type OwnerDelivery,
  type OwnerMessage,
  ownerMessageList,
  type Site,
  today,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { differencesCounted } from '#domains/books';
import { takenOnDay } from '#domains/clearance';
import { incidentsOfDay } from '#domains/incidents';
import { holdBooks, monthsReopened } from '#domains/ledger';
import { queueMail, queueSms, statesOfMessages } from '#domains/messages';
import { waitingFigures } from '#domains/payments';
import { readSite } from '#domains/site';
import { pluck, presentOf } from '#lib/values.ts';
import type { BackupDeps } from '../backup-news.ts';
import { lastBackups } from '../backups.repo.ts';
import { dayBesides } from './day-besides.ts';
import { type EveningFigures, eveningWords } from './evening-words.ts';
import {
  copiesOf,
  insertCopies,
  insertTold,
  lastTold,
  ownerMessagesSql,
  type ToldDay,
  toldOn,
} from './owner-messages.repo.ts';

/** Hours for which the message is worth sending. */
const HOURS = 20;

type Recipients = Pick<Site, 'owner_numbers' | 'owner_emails' | 'owner_message_hour'>;

/** True at and after the hour of the setting, where somebody is to be told. */
const isDue = ({ owner_numbers, owner_emails, owner_message_hour }: Recipients, now: Date): boolean =>
  owner_numbers.length + owner_emails.length > 0 && now.getUTCHours() >= owner_message_hour;

/** The message of a day, if it is told, and the approved recipients who lack it. */
const lackingOn = async (db: Db, { owner_numbers, owner_emails }: Recipients, day: string) => {
  const all = [...owner_numbers, ...owner_emails];
  const told = await toldOn(db, day);
  if (!told) return { told, lacking: all };
  const copies = await copiesOf(db, [told.id]);
  const isCopied = (recipient: string): boolean => copies.some((copy) => copy.recipient === recipient);
  // A server of the version before keeps no copies: it told all that there were.
  return { told, lacking: copies.length === 0 ? [] : all.filter((recipient) => !isCopied(recipient)) };
};

/** True while today's message is due and a recipient lacks it. Accra keeps UTC all year. */
export const isOwnerToTell = async (db: Db, now: Date): Promise<boolean> => {
  const site = await readSite(db);
  return isDue(site, now) && (await lackingOn(db, site, today(now))).lacking.length > 0;
};

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
 * Tells the owner of today, each approved phone and address once, however many servers run: in the
 * transaction that keeps what was told. One that is approved after the message gets the same words.
 * The books are held meanwhile, so that the hash is of the entry up to which the figures are. Gives
 * the text, or null where nothing was to be told.
 */
export const tellOwner = (db: Db, now: Date, deps: BackupDeps): Promise<string | null> =>
  db.transaction().execute(async (tx) => {
    const { number, hash } = await holdBooks(tx);
    const day = today(now);
    const site = await readSite(tx);
    if (!isDue(site, now)) return null;
    const { told, lacking } = await lackingOn(tx, site, day);
    if (lacking.length === 0) return null;
    const write = async (): Promise<{ id: string; text: string }> => {
      const figures = await eveningFigures(tx, now, { ...deps, hash: number === '0' ? null : hash.toString('hex') });
      const text = eveningWords(figures);
      const counts = { phones: site.owner_numbers.length, mails: site.owner_emails.length };
      const row = { day, text, last_entry: number, last_hash: hash, ...counts, sent_at: now };
      return { ...(await insertTold(tx, row)), text };
    };
    const { id, text } = told ?? (await write());
    const copies = await send(tx, { text, day, recipients: lacking, company: site.company_name }, now);
    await insertCopies(
      tx,
      copies.map((copy) => ({ message_id: id, ...copy })),
    );
    return text;
  });

type Outgoing = {
  text: string;
  day: string;
  recipients: readonly string[];
  company: string;
};

const isMail = (recipient: string): boolean => recipient.includes('@');

/** No stop holds these: staff who stop messages do not keep their own doings from the owner. */
const send = async (tx: Tx, { text, day, recipients, company }: Outgoing, now: Date) => {
  const subject = `${company}: ${formatDay(day)}`;
  const copies: { recipient: string; outbox_id: string | null }[] = [];
  for (const to of recipients) {
    const message = { to, text, hours: HOURS, isUrgent: true };
    const outbox_id = await (isMail(to) ? queueMail(tx, { ...message, subject }, now) : queueSms(tx, message, now));
    copies.push({ recipient: to, outbox_id });
  }
  return copies;
};

/** Tells the owner of one thing at once, by text message and mail, where the settings name one. */
export const tellOwnerAtOnce = async (tx: Tx, said: string, now: Date): Promise<void> => {
  const { owner_numbers, owner_emails, company_name: company } = await readSite(tx);
  const recipients = [...owner_numbers, ...owner_emails];
  await send(tx, { text: inGsm(`${company}: ${said}`), day: today(now), recipients, company }, now);
};

/** How far the copies of a message are; null for one without, or once the outbox dropped them. */
const deliveryOf = (states: readonly MessageStatus[]): OwnerDelivery | null => {
  if (states.length === 0) return null;
  const count = (...of: MessageStatus[]): number => states.filter((state) => of.includes(state)).length;
  return { sent: count('sent'), queued: count('waiting', 'held'), failed: count('failed', 'expired') };
};

const present = async (rows: readonly ToldDay[], db: Db): Promise<OwnerMessage[]> => {
  const copies = await copiesOf(db, pluck(rows, 'id'));
  const states = await statesOfMessages(db, presentOf(pluck(copies, 'outbox_id')));
  return rows.map(({ id, day, text, last_entry, last_hash, sent_at, ...counts }) => {
    const own = copies.filter(({ message_id }) => message_id === id);
    const mails = own.filter(({ recipient }) => isMail(recipient)).length;
    return {
      ...{ id, day, text, entry: last_entry, hash: last_hash.toString('hex') },
      phones: own.length > 0 ? own.length - mails : counts.phones,
      mails: own.length > 0 ? mails : counts.mails,
      delivery: deliveryOf(own.flatMap(({ outbox_id }) => states.get(outbox_id ?? '') ?? [])),
      sent_at: sent_at.toISOString(),
    };
  });
};

export const ownerMessagesSource = listSource(ownerMessageList, ownerMessagesSql, present);
