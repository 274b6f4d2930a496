import { Id } from '@banbo/contract';
import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { lockAccounts } from '#domains/identity';
import { defineJob } from '#domains/jobs';
import type { Author } from '#lib/caller.ts';
import { removeAll } from '../../removal/remove-driver.ts';
import { findImport, lockImport, updateImport } from '../imports.repo.ts';
import { addTakenBack, lockNextImported } from './taking-back.repo.ts';
import { touchedDrivers, type WithMoney } from './touched-drivers.ts';

/** Drivers of a chunk, so few that somebody who pays for one of them waits for a fraction of a second. */
const CHUNK = 100;

const finish = async (tx: Tx, id: string, { by, now }: { by: Author; now: Date }): Promise<void> => {
  await updateImport(tx, id, { taken_back_at: now });
  const list = await findImport(tx, id);
  if (!list) return;
  const subject = { kind: 'driver_import', id, name: list.file_name };
  const after = { drivers: list.taken_back };
  await audit(tx, by, { action: 'driver_imports.taken_back', subject, after }, now);
};

/**
 * Removes the drivers of an import whom nobody has touched, a chunk a transaction. Each is asked again while it is locked, so that a
 * payment or a change that came meanwhile keeps its driver. Repeated, it finds only drivers who are current still.
 */
export const takeBackJob = (withMoney: WithMoney) =>
  defineJob({
    name: 'take back drivers',
    needs: 'drivers.remove',
    input: z.strictObject({ driver_import: Id, drivers: z.int(), reason: z.string() }),
    position: z.strictObject({ after: Id, done: z.int() }),
    chunk: async (tx, { input, position, by, now }) => {
      if (!by) throw new Error('A taking back without an author has begun');
      const { after, done: before } = position ?? { after: '0', done: 0 };
      const { driver_import: importId, reason } = input;
      await lockImport(tx, importId);
      const drivers = await lockNextImported(tx, { importId, after, limit: CHUNK });
      // A member who sets a password at this moment has done so before the look, or cannot any more.
      await lockAccounts(
        tx,
        drivers.map(({ account_id }) => account_id),
      );
      const touched = await touchedDrivers(tx, drivers, withMoney);
      const free = drivers.filter(({ id }) => !touched.has(id));
      await removeAll(tx, free, { by, reason, now });
      await addTakenBack(tx, importId, free.length);
      const done = before + drivers.length;
      const last = drivers.length < CHUNK ? undefined : drivers.at(-1);
      if (!last) await finish(tx, importId, { by, now });
      return { next: last ? { after: last.id, done } : null, done, total: input.drivers };
    },
  });
