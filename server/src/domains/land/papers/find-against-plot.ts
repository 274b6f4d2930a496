import {
  APPLICATION_KIND_LABELS,
  CAVEAT_KIND_LABELS,
  type CaveatKind,
  formatDay,
  type PlotFinding,
  type SlipFinding,
  shownPlotName,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { overlapsOf } from '../plots/land-around.ts';
import { shapeOfPlot } from '../plots/plot-shapes.repo.ts';
import { recordedAgainst } from './paper-facts.repo.ts';

/**
 * A registry, a number and a year: `LD/0123/2024`, `E1/21/2009`, `SOL/3/09`. The field is free
 * text, and a paper that names nobody must bear neither a name nor a phone number. So a registry
 * has at most two letters, unless it is known, and no digits as a phone number has them.
 */
const SUIT_NUMBER =
  /^(?:suit )?(?:no\.? ?)?((?:[a-z]{1,2}(?:[1-9]\d?)?|sol|fal|ftc|rpc|occ)\/(?:\d{1,5}\/(?:19|20)\d\d|\d{1,4}\/\d\d))$/i;

const suitNumber = (text: string): string => {
  const parts = text.split('/').map((part) => part.trim());
  return SUIT_NUMBER.exec(parts.join('/'))?.[1] ?? '';
};

/** Finds the entries against a plot: tenancy, applications, caveats, cases and overlaps. */
export const findAgainstPlot = async (db: Db, plotId: string): Promise<PlotFinding> => {
  const { tenancy, applications, against } = await recordedAgainst(db, plotId);
  const shape = await shapeOfPlot(db, plotId);
  const overlaps = shape ? await overlapsOf(db, shape, plotId) : [];
  return {
    ...{ tenancy, applications },
    against: against.map((one) => ({ ...one, suit_number: suitNumber(one.suit_number) })),
    has_boundary: shape !== undefined,
    overlaps: overlaps.map((plot) => ({ plot: shownPlotName(plot), shared_sqm: plot.shared_sqm })),
  };
};

/** A finding in sentences. */
export const findingInWords = ({
  tenancy,
  applications,
  against,
  has_boundary,
  overlaps,
}: PlotFinding): SlipFinding => {
  const found = [
    ...(tenancy
      ? [
          `Held under a tenancy since ${formatDay(tenancy.held_from)}. Its term runs to the day before ${formatDay(tenancy.ends_on)}.`,
        ]
      : []),
    ...applications.map(
      ({ kind, lodged_on }) =>
        `An application (${APPLICATION_KIND_LABELS[kind].toLowerCase()}) of ${formatDay(lodged_on)} is not decided.`,
    ),
    ...against.map(({ kind, suit_number, placed_on }) => {
      const suit = suit_number === '' ? '' : ` ${suit_number}`;
      return `${CAVEAT_KIND_LABELS[kind as CaveatKind]}${suit} against the plot since ${formatDay(placed_on)}.`;
    }),
    ...overlaps.map(({ plot, shared_sqm }) =>
      shared_sqm === null
        ? `Its boundary crosses that of ${plot} too often to be measured.`
        : `Its boundary shares ${shared_sqm.toFixed(2)} m² with ${plot}.`,
    ),
  ];
  return {
    is_clear: found.length === 0,
    lines: [
      ...(found.length === 0 ? ['Nothing is recorded against it.'] : found),
      ...(has_boundary ? [] : ['No boundary of it is recorded, so overlaps could not be looked for.']),
    ],
  };
};
