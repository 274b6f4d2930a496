import { encodeRings, PLOT_STATES, type ZoneMap } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { noSuch } from '#lib/refusal.ts';
import { zoneById } from '../plots/plots.repo.ts';
import { type MappedRow, type MapVersion, mappedPlots, mapVersion } from './zone-map.repo.ts';

/** Names the format too, so that a map which is kept in another one is fetched anew. */
const tagOf = ({ hash, plots }: MapVersion): string => `"1-${plots}-${hash}"`;

const columnsOf = (rows: readonly MappedRow[]) => {
  const blocks = new Map<string, number>();
  const placeOf = (block: string): number => {
    const place = blocks.get(block) ?? blocks.size;
    blocks.set(block, place);
    return place;
  };
  const block = rows.map((row) => placeOf(row.block));
  return {
    states: [...PLOT_STATES],
    blocks: [...blocks.keys()],
    id: rows.map(({ id }, n) => Number(id) - Number(rows[n - 1]?.id ?? 0)),
    plot_number: rows.map(({ plot_number }) => plot_number),
    block,
    state: rows.map(({ state }) => PLOT_STATES.indexOf(state)).join(''),
    rings: encodeRings(rows.map(({ boundary }) => boundary)),
  };
};

/**
 * The tag of a zone's map, and the map unless the caller holds the one with this tag. Refused with
 * 404 `not_found` where there is no such zone.
 */
export const readZoneMap = async (
  db: Db,
  zoneId: string,
  isHeld: (tag: string) => boolean,
): Promise<{ tag: string; map: ZoneMap | null }> => {
  const zone = await zoneById(db, zoneId);
  if (!zone) throw noSuch('zone');
  // Read first: a change meanwhile makes the tag older than the map, which is then fetched again.
  const version = await mapVersion(db, zoneId);
  const tag = tagOf(version);
  if (isHeld(tag)) return { tag, map: null };
  const rows = await mappedPlots(db, zoneId, version);
  const { plots, with_boundary } = version;
  const map = {
    zone_id: zoneId,
    ...columnsOf(rows),
    without_boundary: plots - with_boundary,
    left_out: Math.max(0, with_boundary - rows.length),
  };
  return { tag, map };
};
