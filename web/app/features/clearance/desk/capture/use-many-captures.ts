import {
  ASIDE_WORDS,
  type CaptureMomo,
  type CapturePreview,
  captureMomo,
  formatDay,
  isAside,
  isBackdated,
  MAX_PASTED_MESSAGES,
  type MomoKind,
  NOT_SEEN,
  previewCaptures,
  readMomoSms,
  splitMessages,
  today,
  WAITS_FOR_APPROVAL,
} from '@banbo/contract';
import { useRef, useState } from 'react';
import { useSite } from '~/components/site/site-info.ts';
import { ApiError, call } from '~/lib/api/api.ts';
import { type KeptKey, keepKey } from '~/lib/api/idempotency-key.ts';
import { refresh } from '~/lib/api/query-client.ts';
import { useRunOnce } from '~/lib/form/use-form.ts';
import {
  type CaptureValues,
  captureErrors,
  emptyCapture,
  fromMessage,
  toCapture,
  waitsBecause,
} from './capture-values.ts';
import type { useSitting } from './sitting.tsx';

/** A pasted message on its way to be captured. */
export type PastedRow = {
  key: number;
  sms: MomoKind;
  values: CaptureValues;
  /** The server's knowledge of its ID; null until it has come. */
  preview: CapturePreview | null;
  /** The sentence with which it was refused; null if it was not. */
  refused: string | null;
  retryKey: KeptKey;
  /** The parts that somebody types: those that the message lacks or that were refused. */
  typed: { id: boolean; amount: boolean };
};

export type RowState = { kind: 'ready' | 'known' | 'aside' | 'unreadable'; words: string };

const idOf = ({ values }: PastedRow): string => values.transaction_id.trim().toUpperCase();

/** Another message of the paste with the same ID, of these kinds. */
const sameId = (row: PastedRow, rows: readonly PastedRow[], is: (other: PastedRow) => boolean): boolean =>
  rows.some((other) => other.key !== row.key && idOf(other) === idOf(row) && is(other));

const problemOf = ({ values, preview }: PastedRow): string | null => {
  const { transaction_id, amount } = captureErrors({ ...values, seen_in_account: true });
  if (transaction_id !== undefined) return 'No transaction ID was found. Please enter it.';
  if (preview?.state === 'unclear') return preview.message;
  if (values.amount.trim() === '') return 'No amount received was found. Enter it, or leave this message out.';
  return amount ?? null;
};

/** Says what capturing a row does, or why it cannot be captured. */
export const stateOfRow = (row: PastedRow, rows: readonly PastedRow[]): RowState => {
  if (isAside(row.sms)) return { kind: 'aside', words: ASIDE_WORDS[row.sms] };
  if (row.refused !== null) return { kind: 'unreadable', words: row.refused };
  const problem = problemOf(row);
  if (problem !== null) return { kind: 'unreadable', words: problem };
  const { values, preview } = row;
  const { recorded = null } = preview ?? {};
  const isOther = recorded !== null && recorded !== toCapture(values).amount;
  // Sent all the same: it is refused then, and kept for a supervisor.
  if (preview?.state === 'known' && isOther)
    return { kind: 'ready', words: `${preview.message} The amounts differ, which will be noted.` };
  if (preview?.state === 'known') return { kind: 'known', words: preview.message };
  if (sameId(row, rows, ({ sms }) => sms === 'taken_back'))
    return { kind: 'unreadable', words: 'Another message here says that this money was reversed or refunded.' };
  if (sameId(row, rows, ({ key, sms }) => key < row.key && !isAside(sms)))
    return { kind: 'known', words: 'This message was pasted twice.' };
  const ready = (words: string): RowState => ({
    kind: 'ready',
    words: row.sms === 'cash_in' ? `Paid in at an agent. ${words}` : words,
  });
  const { received_on } = values;
  if (isBackdated(received_on, today())) return ready(`${formatDay(received_on)}. ${WAITS_FOR_APPROVAL}`);
  if (!preview?.claim) return ready('Nobody has claimed it yet.');
  return ready(waitsBecause(preview.claim, toCapture(values).amount) ?? `Clears ${preview.message}`);
};

/** Rows that need nothing more, and go when the others are captured. */
const DONE: ReadonlySet<RowState['kind']> = new Set(['known', 'aside']);

/** The rows that can be captured, in their order. */
export const readyRows = (rows: readonly PastedRow[]): PastedRow[] =>
  rows.filter((row) => stateOfRow(row, rows).kind === 'ready');

const isUnanswered = (error: unknown): boolean => !(error instanceof ApiError) || error.status === 0;

type Sitting = Pick<ReturnType<typeof useSitting>, 'note'>;

/** Several messages of one paste: what each would do, and capturing all that can be. */
export const useManyCaptures = ({ note }: Sitting) => {
  const { networks } = useSite();
  const [rows, showRows] = useState<readonly PastedRow[]>([]);
  const latest = useRef<readonly PastedRow[]>([]);
  const [seen, setSeen] = useState(false);
  const [error, setError] = useState<string>();
  const [done, setDone] = useState<{ taken: number; of: number } | null>(null);
  const { isBusy, runOnce } = useRunOnce();

  const setRows = (change: readonly PastedRow[]): void => {
    latest.current = change;
    showRows(change);
  };
  const setRow = (key: number, change: Partial<PastedRow>): void =>
    setRows(latest.current.map((row) => (row.key === key ? { ...row, ...change } : row)));

  /** Asks what is known of the rows' IDs; without an answer they may be captured all the same. */
  const lookUp = async (asked: readonly PastedRow[]): Promise<void> => {
    const known = asked.filter((row) => idOf(row) !== '' && !isAside(row.sms));
    if (known.length === 0) return;
    const ids = known.map((row) => ({
      transaction_id: idOf(row),
      ...(row.values.network && { network: row.values.network }),
    }));
    const previews = await call(previewCaptures, { body: { ids } }).catch(() => []);
    for (const [index, row] of known.entries()) {
      const current = latest.current.find(({ key }) => key === row.key);
      const preview = previews[index];
      if (!preview || !current || idOf(current) !== ids[index]?.transaction_id) continue;
      const typed = { ...current.typed, id: current.typed.id || preview.state === 'unclear' };
      setRow(row.key, { preview, typed });
    }
  };

  const send = async (row: PastedRow): Promise<boolean> => {
    const body: CaptureMomo = toCapture({ ...row.values, seen_in_account: true });
    try {
      note(body, await row.retryKey.send(body, (idempotencyKey) => call(captureMomo, { body, idempotencyKey })));
      setRows(latest.current.filter(({ key }) => key !== row.key));
      return true;
    } catch (refusal) {
      if (isUnanswered(refusal)) throw refusal;
      setRow(row.key, { refused: (refusal as ApiError).message, typed: { ...row.typed, amount: true } });
      return false;
    }
  };

  return {
    rows,
    seen,
    error,
    done,
    isBusy,
    setSeen: (given: boolean): void => {
      setSeen(given);
      setError(undefined);
    },
    /** Takes a paste of several messages; false for one message, which the form itself takes. */
    take: (text: string): boolean => {
      const messages = splitMessages(text);
      setSeen(false);
      setDone(null);
      const isTooMany = messages.length > MAX_PASTED_MESSAGES;
      setError(
        isTooMany ? `At most ${MAX_PASTED_MESSAGES} messages at once. Paste the others after these.` : undefined,
      );
      if (messages.length < 2) {
        setRows([]);
        return false;
      }
      setRows(
        messages.slice(0, MAX_PASTED_MESSAGES).map((message, key) => {
          const sms = readMomoSms(message, networks);
          const told = fromMessage(sms);
          return {
            ...{ key, sms: sms.kind, preview: null, refused: null, retryKey: keepKey() },
            values: { ...emptyCapture(), message, ...told },
            typed: { id: told.transaction_id === '', amount: told.amount === '' },
          };
        }),
      );
      void lookUp(latest.current);
      return true;
    },
    change: (key: number, values: Partial<CaptureValues>): void => {
      const row = latest.current.find((one) => one.key === key);
      if (row) setRow(key, { values: { ...row.values, ...values }, refused: null });
    },
    /** Looks a row's ID up anew, after it was changed. */
    leave: (key: number): void => {
      const row = latest.current.find((one) => one.key === key);
      if (row) void lookUp([row]);
    },
    leaveOut: (key: number): void => setRows(latest.current.filter((row) => row.key !== key)),
    /** Captures the ready rows one after the other; gives how many rows stay, null if refused. */
    submit: async (): Promise<number | null> => {
      if (!seen) {
        setError(NOT_SEEN);
        return null;
      }
      const ready = readyRows(latest.current);
      // Decided now: without the first of two, the second would be none that stands twice.
      setRows(latest.current.filter((row) => !DONE.has(stateOfRow(row, latest.current).kind)));
      return runOnce(async () => {
        try {
          for (const [taken, row] of ready.entries()) {
            setDone({ taken, of: ready.length });
            await send(row);
          }
        } catch {
          setError('The server did not answer. Press Capture again: nothing is captured twice.');
          return null;
        } finally {
          setDone(null);
          void refresh('payments', 'clearance');
        }
        setSeen(false);
        return latest.current.length;
      });
    },
  };
};
