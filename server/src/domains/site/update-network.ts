import { Network, Site } from '@banbo/contract';
import type { z } from 'zod';
import type { Tx } from '#db/database.ts';
import type { ChangedBy } from '#db/lookup/change-lookup.ts';
import { audit } from '#domains/audit';
import { Refusal } from '#lib/refusal.ts';
import { SITE, siteOf } from './read-site.ts';
import { lockSetting, storeSetting } from './site.repo.ts';

/** As the audit log compares it, value by value. */
const facts = ({ id_lengths, ...network }: Network) => ({ ...network, id_lengths: id_lengths.join(', ') });

const checked = <T>(schema: z.ZodType<T>, given: T): T => {
  const { data, error } = schema.safeParse(given);
  if (!error) return data;
  const issues = error.issues.map(({ path, message }) => ({ path: ['body', ...path].join('.'), message }));
  throw new Refusal('invalid_input', issues[0]?.message ?? 'Not valid.', { issues });
};

/**
 * Sets how a network writes its transaction IDs, or adds one by a new code; the others stay as they are. Each server checks
 * claims by it within five seconds. Refuses with 400 `invalid_input` what `Site` does not take: read again, it would be left
 * out.
 */
export const updateNetwork = async (tx: Tx, given: Network, { caller, now }: ChangedBy): Promise<void> => {
  const network = checked(Network, given);
  const set = await lockSetting(tx, SITE);
  const { networks } = siteOf(set).site;
  const before = networks.find(({ code }) => code === network.code);
  if (JSON.stringify(before) === JSON.stringify(network)) return;
  const all = before ? networks.map((one) => (one === before ? network : one)) : [...networks, network];
  await storeSetting(tx, SITE, { ...Object(set), networks: checked(Site.shape.networks, all) }, now);
  const subject = { kind: 'network', id: network.code, name: network.name };
  const change = { subject, ...(before && { before: facts(before) }), after: facts(network) };
  await audit(tx, caller, { action: 'site.change_network', ...change }, now);
};
