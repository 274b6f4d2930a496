import { isSegmentName, segmentAfter } from '#db/cluster/log-segment.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { type BackupArchive, type Base, basesAmong, listSealed, readBase, segmentObject } from './archive.ts';
import { lastTransaction } from './read-segment.ts';

/** Bases with one log without a gap, the oldest first. */
export type Stretch = {
  bases: Base[];
  /** The last segment of the log. */
  last: string;
  /** The first moment that can be restored. */
  from: Date;
  /** Any moment before it can be restored; null where only the first can. */
  until: Date | null;
};

/** A chain that has a base. */
export type Chain = {
  id: string;
  /** PostgreSQL's system identifier, empty where no base has it. */
  system: string;
  /** Its bases, the oldest first. */
  bases: Base[];
  segments: ReadonlySet<string>;
  /** The newest segment, whether or not the log up to it is there; null without any. */
  newest: string | null;
  stretches: Stretch[];
  /** The moments between which it was made. */
  begun: Date;
  ended: Date;
};

/** The last segment of the log from `first` on that has no gap before it; null without `first`. */
export const endOfLog = (segments: ReadonlySet<string>, first: string): string | null => {
  let last: string | null = null;
  for (let name = first; segments.has(name); name = segmentAfter(name)) last = name;
  return last;
};

const stretchesOf = async (
  archive: BackupArchive,
  bases: readonly Base[],
  segments: ReadonlySet<string>,
): Promise<Stretch[]> => {
  const stretches: Stretch[] = [];
  for (const base of bases) {
    const last = endOfLog(segments, base.first);
    // A base without its own log is no database.
    if (last === null || last < base.last) continue;
    const before = stretches.at(-1);
    if (before?.last === last) before.bases.push(base);
    else stretches.push({ bases: [base], last, from: new Date(base.ended), until: null });
  }
  for (const stretch of stretches) {
    const [base] = stretch.bases;
    const until = base && (await lastTransaction(archive, base, [base.first, stretch.last]));
    if (until && lastSecond(until) >= firstSecond(stretch.from)) stretch.until = until;
  }
  return stretches;
};

/** The chains of an archive that have a base. Throws a `StartRefusal` where there is none. */
export const readChains = async (archive: BackupArchive): Promise<Chain[]> => {
  const objects = await listSealed(archive, 'chains/');
  const bases = new Map<string, Base[]>();
  for (const found of basesAmong(objects).toReversed()) {
    const base = await readBase(archive, found).catch((error: unknown) => {
      // Others may be whole.
      if (!(error instanceof StartRefusal)) throw error;
      console.warn(`${error.message}: this backup is passed over.`);
      return null;
    });
    if (base) bases.set(base.chain, [...(bases.get(base.chain) ?? []), base]);
  }
  if (bases.size === 0) throw new StartRefusal(`${archive.store.place} has no whole backup yet`);
  const chains: Chain[] = [];
  for (const [id, own] of bases) {
    const log = objects.filter((name) => name.startsWith(segmentObject(id, '')));
    const names = log.map((name) => name.slice(segmentObject(id, '').length)).filter(isSegmentName);
    const segments = new Set(names);
    const stretches = await stretchesOf(archive, own, segments);
    const ends = [...own.map(({ ended }) => new Date(ended)), ...stretches.map(({ until }) => until)];
    chains.push({
      ...{ id, bases: own, segments, stretches, system: own.findLast(({ system }) => system)?.system ?? '' },
      newest: names.toSorted().at(-1) ?? null,
      begun: new Date(own[0]?.begun ?? 0),
      ended: new Date(Math.max(...ends.map((end) => end?.getTime() ?? 0))),
    });
  }
  return chains;
};

/** The first whole second that is not before a moment, as `--to` takes whole seconds. */
export const firstSecond = (moment: Date): Date => new Date(Math.ceil(moment.getTime() / 1_000) * 1_000);

/** The last whole second before a moment. */
export const lastSecond = (moment: Date): Date => new Date(Math.ceil(moment.getTime() / 1_000 - 1) * 1_000);

/** A moment as `--to` takes it. */
export const asMoment = (moment: Date): string => moment.toISOString().slice(0, 19).replace('T', ' ');

const inWords = ({ from, until }: Stretch): string => {
  const first = asMoment(firstSecond(from));
  return until === null ? first : `from ${first} to ${asMoment(lastSecond(until))}`;
};

/** The moments of chains that can be restored, a line each, below the option that names a chain. */
export const momentsInWords = (chains: readonly Chain[]): string =>
  chains
    .flatMap(({ id, system, stretches }) => [
      ...(chains.length === 1 ? [] : [`--chain=${id}${system === '' ? '' : ` (database ${system})`}`]),
      ...(stretches.length === 0 ? ['none'] : stretches.map(inWords)),
    ])
    .join('\n');
