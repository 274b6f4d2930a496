import fs from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { giveTo, type RunAs } from './run-as.ts';

/** The folder, beside the cluster's, by which PostgreSQL and this process hand segments over. */
const FOLDER = 'handover';

/** Names of PostgreSQL's own files of the log: segments, histories of timelines, backup labels. */
const LOG_FILE = /^[0-9A-F]{8}(?:\.history|[0-9A-F]{16}(?:\.partial|\.[0-9A-F]{8}\.backup)?)$/;

/** In the folder, the number of the process that answers. */
const ANSWERER = 'answerer';

// PostgreSQL runs the commands in the cluster's folder. A question is a file that this process
// removes once it has answered. Its shell ends too when this process ends, since PostgreSQL waits
// for it before it ends itself; another user's process is seen in /proc alone. The number of the
// shell keeps the questions of two PostgreSQLs apart.
const ask = (codeWithoutAnswer: number): string =>
  [
    `a=%f.$$; d=$PWD; cd ../handover && n=$(cat ${ANSWERER}) && : >$a.ask && while [ -e $a.ask ]`,
    `{ [ -d /proc/$n ] || kill -0 $n 2>/dev/null || exit ${codeWithoutAnswer}; }; do sleep 0.05; done`,
  ].join(' && ');

/** The value of PostgreSQL's `archive_command`: done once this process says so. */
export const ARCHIVE_COMMAND = `${ask(1)}; rm $a.yes 2>/dev/null`;

/**
 * The code of a command that failed. PostgreSQL ends its recovery at any other code but 0, and goes
 * on as a database without the rest of the log.
 */
const FAILED = 255;

/**
 * The value of PostgreSQL's `restore_command`: moves the file that this process puts there. The
 * log ends only where this process says that there is no such file.
 */
export const RESTORE_COMMAND = `${ask(FAILED)} && { mv $a.got "$d/%p" 2>/dev/null || { rm $a.none 2>/dev/null && exit 1; }; } || exit ${FAILED}`;

/** Milliseconds between two looks where the system does not tell of new files. */
const LOOK_MS = 500;
/** Milliseconds that an answer may delay the end: a place that hangs must not. */
const STOP_MS = 1_000;

type Answer = {
  /**
   * Answers for a file of the log. True: it is kept elsewhere, or lies at `put` for PostgreSQL, as
   * a file that was made there and then. False: it is not; PostgreSQL asks again later, or the log
   * of a restore ends there. An error ends a restore, and is false of the archive.
   */
  answer: (name: string, put: string) => Promise<boolean>;
  /** Of the archive: `yes`; of a restore: `got`. */
  ending: 'yes' | 'got';
};

export type HandOver = { stop: () => Promise<void> };

/** Names this process in the folder, and makes the folder, where either is gone. */
const nameAnswerer = (place: string, runAs: RunAs): void => {
  const file = join(place, ANSWERER);
  // Without a number, as on a full disk, PostgreSQL's command would never end.
  if ((fs.lstatSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
  if (!fs.existsSync(place)) {
    fs.mkdirSync(place, { mode: 0o700 });
    giveTo(runAs, place);
  }
  fs.rmSync(file, { force: true });
  // Made anew: a link of PostgreSQL's user there could lead root's writes astray.
  fs.writeFileSync(file, `${process.pid}\n`, { mode: 0o600, flag: 'wx' });
  giveTo(runAs, file);
};

/**
 * Answers PostgreSQL's questions for files of its log, one at a time, until `stop`. The folder is
 * made anew beside the cluster `folder`, and again whenever it is gone.
 */
export const handOver = (folder: string, runAs: RunAs, { answer, ending }: Answer): HandOver => {
  const place = join(folder, '..', FOLDER);
  fs.rmSync(place, { recursive: true, force: true });
  nameAnswerer(place, runAs);
  let stopped = false;
  let removed = false;
  let canAsk = true;
  let working: Promise<void> | null = null;

  const answerOne = async (question: string): Promise<void> => {
    const asked = question.slice(0, -'.ask'.length);
    const name = asked.slice(0, asked.lastIndexOf('.'));
    const put = join(place, `${asked}.${ending}`);
    // Made anew: a link of PostgreSQL's user there could lead root's writes astray.
    await rm(put, { force: true });
    const isGood = LOG_FILE.test(name) ? await answer(name, put).catch(() => null) : null;
    if (removed) return;
    if (isGood && ending === 'yes') fs.writeFileSync(put, '', { mode: 0o600, flag: 'wx' });
    if (isGood) giveTo(runAs, put);
    else await rm(put, { force: true });
    const none = join(place, `${asked}.none`);
    await rm(none, { force: true });
    if (isGood === false && ending === 'got') fs.writeFileSync(none, '', { mode: 0o600, flag: 'wx' });
    await rm(join(place, question), { force: true });
  };
  const answerAll = async (): Promise<void> => {
    for (;;) {
      const questions = fs.existsSync(place) ? fs.readdirSync(place).filter((name) => name.endsWith('.ask')) : [];
      if (stopped || questions.length === 0) return;
      for (const question of questions.sort()) await answerOne(question);
    }
  };
  const look = (): void => {
    if (stopped) return;
    try {
      nameAnswerer(place, runAs);
      canAsk = true;
    } catch (error) {
      if (canAsk) console.error('PostgreSQL cannot hand its log over:', error);
      canAsk = false;
    }
    if (working !== null) return;
    working = answerAll()
      .catch((error: unknown) => console.error('PostgreSQL’s log could not be handed over:', error))
      .finally(() => {
        working = null;
      });
  };
  const watcher = fs.watch(place, look).on('error', () => {});
  const timer = setInterval(look, LOOK_MS).unref();
  return {
    stop: async () => {
      stopped = true;
      watcher.close();
      clearInterval(timer);
      await Promise.race([working, delay(STOP_MS, null, { ref: false })]);
      removed = true;
      fs.rmSync(place, { recursive: true, force: true });
    },
  };
};
