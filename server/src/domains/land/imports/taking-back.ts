import type { LAND_TOUCH_LABELS, LandTouch } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { waitBriefly } from '#db/wait-briefly.ts';
import { auditAll } from '#domains/audit';
import { defineTakeBack } from '#domains/imports';
import { importOfLand } from './land-import.ts';
import {
  countImportedLand,
  type ImportedRecord,
  lockImportedLand,
  nextImportedLand,
  removeImportedLand,
  touchedLand,
} from './taking-back.repo.ts';

const touchedBy = (touch: LandTouch) => (db: Db, found: readonly ImportedRecord[]) => touchedLand(db, touch, found);

/**
 * Takes a register back: first tenancies, then boundaries of plots that were known, then plots and
 * tenants, so that each is asked about when those that name it have gone.
 */
export const takeBackOfLand = defineTakeBack<ImportedRecord, ImportedRecord, LandTouch, 'records'>({
  imports: importOfLand,
  job: 'take back land',
  needs: 'land.write',
  records: 'records',
  chunk: 250,
  touches: {
    applications: touchedBy('applications'),
    caveats: touchedBy('caveats'),
    papers: touchedBy('papers'),
    rent: touchedBy('rent'),
    payments: touchedBy('payments'),
    sign_ins: touchedBy('sign_ins'),
    changes: touchedBy('changes'),
    tenancies: touchedBy('tenancies'),
  } satisfies Record<keyof typeof LAND_TOUCH_LABELS, unknown>,
  count: countImportedLand,
  next: nextImportedLand,
  lock: async (tx, found) => {
    await waitBriefly(tx);
    return lockImportedLand(tx, found);
  },
  remove: async (tx, free, { by, reason, now }) => {
    const removed = await removeImportedLand(tx, free);
    const entries = removed.map(({ kind, id, name }) => ({
      action: kind === 'boundary' ? ('land_imports.remove_boundary' as const) : ('land_imports.remove' as const),
      subject: { kind: kind === 'boundary' ? 'plot' : kind, id, name },
      after: { reason },
    }));
    await auditAll(tx, by, entries, now);
  },
});

export const { job: landTakeBack } = takeBackOfLand;
