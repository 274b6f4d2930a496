import { segmentAfter } from '#db/cluster/log-segment.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { type BackupArchive, type Base, namedObject, segmentObject } from './archive.ts';
import { asMoment, type Chain, endOfLog, firstSecond, lastSecond, momentsInWords, readChains } from './moments.ts';

/** A base, and how much of the log after it is read. */
export type FoundBase = {
  base: Base;
  /** A moment, all of the log, or only as much as makes the base a database. */
  target: Date | 'all' | 'own';
  /** The segments that its chain has. */
  segments: ReadonlySet<string>;
  /** The last segment that is there without a gap. */
  last: string;
};

/** Names the moments that can be restored, for a refusal. */
const instead = (chains: readonly Chain[]): string => `These moments can be restored:\n${momentsInWords(chains)}`;

/**
 * The chain that reaches furthest. Throws a `StartRefusal` where that need not be the one that is
 * meant: of another database, or begun beside one that went on, as by a copy of the folder.
 */
const furthestOf = (chains: readonly Chain[], place: string): Chain | undefined => {
  const furthest = chains.toSorted((one, other) => one.ended.getTime() - other.ended.getTime()).at(-1);
  if (furthest === undefined) return undefined;
  const isDoubtful = (other: Chain): boolean =>
    other.system !== furthest.system || (other.begun < furthest.begun && other.ended > furthest.begun);
  if (!chains.some(isDoubtful)) return furthest;
  throw new StartRefusal(
    `${place} has the backups of several servers. Name the one that you want by adding its --chain:\n${momentsInWords(chains)}`,
  );
};

/** Throws a `StartRefusal` where the log has a gap. */
const refuseGap = (archive: BackupArchive, { id, segments, newest, stretches }: Chain, base: Base): void => {
  const end = endOfLog(segments, base.first);
  if (end !== null && end >= base.last && end === newest) return;
  const missing = namedObject(archive, segmentObject(id, end === null ? base.first : segmentAfter(end)));
  const before = stretches.at(-1);
  if (before === undefined) throw new StartRefusal(`${missing} is missing, without which nothing can be restored`);
  const moment = before.until === null ? firstSecond(before.from) : lastSecond(before.until);
  throw new StartRefusal(
    `${missing} is missing, so what came later cannot be restored. To go back to the moment before: npm run restore -- --to='${asMoment(moment)}'`,
  );
};

const newestOf = (archive: BackupArchive, chain: Chain): FoundBase => {
  const { bases, segments } = chain;
  const base = bases.at(-1) as Base;
  refuseGap(archive, chain, base);
  return { base, target: 'all', segments, last: chain.newest ?? base.last };
};

const endedBefore = (moment: Date) => (base: Base) => new Date(base.ended) <= moment;

/** The base from which the log reaches a moment, or which is of that moment itself. */
const reaching = (chain: Chain, to: Date): FoundBase | null => {
  for (const { bases, last, from, until } of chain.stretches) {
    const base = bases.findLast(endedBefore(to));
    if (base === undefined || to >= (until ?? new Date(firstSecond(from).getTime() + 1))) continue;
    return { base, target: until === null ? 'own' : to, segments: chain.segments, last };
  }
  return null;
};

/** The newest base before a moment, where none but its own is kept until a later base. */
const lastAlone = (chains: readonly Chain[], to: Date): FoundBase | null => {
  const isLater = ({ bases }: Chain) => bases.some((base) => new Date(base.ended) > to);
  if (!chains.some(isLater)) return null;
  const all = chains.flatMap(({ segments, stretches }) => stretches.map((stretch) => ({ ...stretch, segments })));
  const found = all
    .filter(({ from }) => from <= to)
    .toSorted((one, other) => one.from.getTime() - other.from.getTime())
    .at(-1);
  const base = found?.bases[0];
  if (base === undefined || found === undefined || found.until !== null) return null;
  return { base, target: 'own', segments: found.segments, last: found.last };
};

const holds =
  (to: Date) =>
  ({ stretches: [first], ended }: Chain): boolean =>
    first !== undefined && first.from <= to && to <= firstSecond(ended);

/** Finds the base of a moment; null where no backup is near. */
const baseOf = (chains: readonly Chain[], to: Date, place: string): FoundBase | null => {
  const chain = furthestOf(chains.filter(holds(to)), place);
  if (chain !== undefined) return reaching(chain, to) ?? lastAlone([chain], to);
  const found = lastAlone(chains, to);
  if (found !== null) furthestOf(chains, place);
  return found;
};

/**
 * Finds the base from which a moment is restored, or the last one when it is null: in the chain of
 * this id, or in the one that is meant. Throws a `StartRefusal` that names what can be restored.
 */
export const findBase = async (
  archive: BackupArchive,
  { to, chain: id }: { to: Date | null; chain?: string | undefined },
): Promise<FoundBase> => {
  const { place } = archive.store;
  const all = await readChains(archive);
  const chains = id === undefined ? all : all.filter((chain) => chain.id === id);
  if (chains.length === 0) throw new StartRefusal(`${place} has no --chain=${id}. ${instead(all)}`);
  if (to === null) return newestOf(archive, furthestOf(chains, place) as Chain);
  const found = baseOf(chains, to, place);
  if (found !== null) return found;
  throw new StartRefusal(`The backups in ${place} do not reach ${asMoment(to)}. ${instead(chains)}`);
};
