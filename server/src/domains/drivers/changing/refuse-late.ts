import { fieldLabel, valueInWords } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { loginsOf } from '#domains/identity';
import { Refusal } from '#lib/refusal.ts';
import type { DriverRow } from '../drivers.repo.ts';
import type { ChangeableColumn } from './changed-columns.ts';
import { changesSince } from './changes.repo.ts';

/**
 * Refuses to change columns that somebody else changed since the version that they were changed from, with 409 `conflict`:
 * the sentence names who, and `issues` have the values of now. Columns that others left alone may be changed from any version.
 */
export const refuseLate = async (
  tx: Tx,
  driver: DriverRow,
  { names, version }: { names: readonly ChangeableColumn[]; version: number },
): Promise<void> => {
  if (version === driver.version) return;
  const since = await changesSince(tx, driver.id, version);
  const late = names.flatMap((name) => {
    const last = since.find(({ after }) => name in after);
    return last ? [{ name, by: last.changed_by }] : [];
  });
  const [first] = late;
  if (!first) return;
  const who = (await loginsOf(tx, [first.by])).get(first.by) ?? 'Somebody';
  const labels = late.map(({ name }) => fieldLabel(name)).join(', ');
  throw new Refusal(
    'conflict',
    `${who} has changed this driver since you opened it: ${labels}. Look at the values of now, and send yours again if they still hold.`,
    {
      issues: late.map(({ name }) => ({
        path: `body.${name}`,
        message: `Changed meanwhile. It is now ${valueInWords(name, driver[name]) || 'empty'}.`,
      })),
    },
  );
};
