import type { Network } from '@banbo/contract';
import type { AuditedChange } from '#domains/audit';

/** As the audit log compares it, value by value. */
const facts = ({ id_lengths, ...network }: Network) => ({ ...network, id_lengths: id_lengths.join(', ') });

/** The entries of the audit log for networks that were changed, added or taken out, one each. */
export const networkChanges = (before: readonly Network[], after: readonly Network[]): AuditedChange[] => {
  const codes = [...new Set([...before, ...after].map(({ code }) => code))];
  return codes.flatMap((code) => {
    const [was, is] = [before, after].map((networks) => networks.find((network) => network.code === code));
    const named = is ?? was;
    if (!named || JSON.stringify(was) === JSON.stringify(is)) return [];
    const subject = { kind: 'network', id: code, name: named.name };
    return [
      { action: 'site.change_network', subject, ...(was && { before: facts(was) }), ...(is && { after: facts(is) }) },
    ];
  });
};
