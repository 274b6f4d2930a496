import { type BoardSignal, MOST_TEXTS_ON_BOARD } from '@banbo/contract';
import type { Channel } from '#db/connection/channel.ts';
import type { Db } from '#db/database.ts';
import { ownersById } from '#domains/drivers';
import { newDriverTexts } from '#domains/messages';
import { presentOutage } from '#domains/tracking';
import { outsideCalls } from '#lib/call-id.ts';
import { pluck, presentOf } from '#lib/values.ts';
import { stateOfBoard } from '../incidents.repo.ts';
import { openShifts, ringsOf } from '../shifts/shifts.repo.ts';
import { ringsAt, watchingIn } from './show-board.ts';

/** Milliseconds between two reads while nobody tells of a change: a server may have died since. */
const POLL_MS = 2_000;
/** Milliseconds between two reads, however often changes are told. */
const CALM_MS = 150;
/** Less than between two reads, so that a page hears of each that its server can still read. */
const BEAT_MS = 1_500;

/** A page that shows the board. */
export type BoardFollower = {
  accountId: string;
  board: (signal: BoardSignal) => void;
  beat: (at: string) => void;
  isGone: () => boolean;
};

export type BoardFeed = { follow: (follower: BoardFollower) => void; stop: () => Promise<void> };

export type BoardFeedOptions = {
  db: Db;
  channel: Channel;
  now: () => Date;
  /** Called for the first failed read in a row. */
  onError: (error: unknown) => void;
};

/** The state that a page was told last, and when. */
type Told = { state: string; at: number };

/** The state of the board, and what of it rings at a person's page. */
const readBoard = async (db: Db, now: Date) => {
  const lines = await stateOfBoard(db);
  const shifts = await openShifts(db);
  const rung = await ringsOf(db, pluck(lines, 'id'));
  const watching = watchingIn(shifts, now);
  const raised = lines.filter(({ status }) => status === 'raised');
  const cars = await ownersById(db, presentOf(pluck(raised, 'driver_id')));
  const outage = await presentOutage(db);
  const texts = pluck(await newDriverTexts(db, MOST_TEXTS_ON_BOARD), 'id');
  const state = JSON.stringify([lines, shifts.map(({ id }) => [id, watching.has(id)]), outage, texts]);
  return {
    state,
    ringingAt: (accountId: string): BoardSignal['ringing'] =>
      raised
        .filter((line) => ringsAt(line, rung.get(line.id) ?? [], { accountId, watching }))
        .map(({ id, number, grade, is_drill, driver_id, raised_at }) => ({
          ...{ id, number, grade, is_drill, car_number: cars.get(driver_id ?? '')?.car_number ?? '' },
          raised_at: raised_at.toISOString(),
        })),
  };
};

/**
 * Tells pages of the board what rings at them. It reads the incidents themselves, since live events
 * wait for long transactions, and it falls silent when it cannot read, so that pages notice.
 */
export const boardFeed = ({ db, channel, now, onError }: BoardFeedOptions): BoardFeed => {
  const followers = new Map<BoardFollower, Told>();
  let unlisten: (() => void) | null = null;
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> | null = null;
  let isAsked = false;
  let hasFailed = false;
  let isStopped = false;
  let lastRead = 0;

  const tell = (follower: BoardFollower, told: Told, board: Awaited<ReturnType<typeof readBoard>>): void => {
    const at = now().toISOString();
    const ringing = board.ringingAt(follower.accountId);
    const state = `${board.state}${pluck(ringing, 'id')}`;
    if (state !== told.state) follower.board({ at, ringing });
    else if (performance.now() - told.at >= BEAT_MS) follower.beat(at);
    else return;
    followers.set(follower, { state, at: performance.now() });
  };

  const read = async (): Promise<void> => {
    for (const follower of followers.keys()) if (follower.isGone()) followers.delete(follower);
    if (followers.size === 0) return;
    try {
      const board = await readBoard(db, now());
      for (const [follower, told] of followers) tell(follower, told, board);
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) onError(error);
      hasFailed = true;
    }
  };

  const readIn = (ms: number): void => {
    clearTimeout(timer);
    if (isStopped) return;
    timer = outsideCalls(() =>
      setTimeout(() => {
        isAsked = false;
        lastRead = performance.now();
        reading = read().finally(() => {
          reading = null;
          if (followers.size > 0) readIn(isAsked ? CALM_MS : POLL_MS);
          else {
            unlisten?.();
            unlisten = null;
          }
        });
      }, ms),
    );
    timer.unref();
  };

  const ask = (): void => {
    if (isAsked) return;
    isAsked = true;
    if (reading === null) readIn(Math.max(0, lastRead + CALM_MS - performance.now()));
  };

  return {
    follow: (follower) => {
      followers.set(follower, { state: '', at: 0 });
      unlisten ??= channel.listen({ heard: ask, regained: ask });
      ask();
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      unlisten?.();
      await reading;
    },
  };
};
