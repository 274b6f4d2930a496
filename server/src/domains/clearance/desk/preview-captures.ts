import type { CapturePreview, ClaimLookup, Network } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { transfersOfIds } from '../transfers/transfers.repo.ts';
import { findClaim } from './find-claim.ts';
import { momoIdOf } from './transfer-id.ts';

/** The state of an ID by the code with which its look-up is refused. */
const STATE_OF: Partial<Record<Refusal['code'], CapturePreview['state']>> = {
  not_found: 'no_claim',
  conflict: 'known',
};

const presentRefusal = ({ code, message, extra }: Refusal): Omit<CapturePreview, 'recorded'> => ({
  state: STATE_OF[code] ?? 'unclear',
  message,
  claim: null,
  needs_network: (extra.issues ?? []).some(({ path }) => path === 'body.network'),
});

/** Looks up the claims of several transaction IDs, one after the other; records nothing. */
export const previewCaptures = async (
  db: Db,
  ids: readonly ClaimLookup[],
  at: { networks: readonly Network[]; now: Date },
): Promise<CapturePreview[]> => {
  const previews: CapturePreview[] = [];
  for (const given of ids) {
    try {
      const { message, data } = await findClaim(db, given, at);
      previews.push({ state: 'claim', message, claim: data, recorded: null, needs_network: false });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const known = presentRefusal(error);
      const id = known.state === 'known' ? await momoIdOf(db, given, at.networks) : null;
      const [money] = id === null ? [] : await transfersOfIds(db, [id]);
      previews.push({ ...known, recorded: money?.amount ?? null });
    }
  }
  return previews;
};
