import { type Corner, FenceShape, MOST_CORNERS } from '@banbo/contract';

/** A shape while it is drawn: numbers are texts, as somebody types them. */
export type Draft = {
  kind: FenceShape['kind'];
  corners: readonly (readonly [latitude: string, longitude: string])[];
  centre: readonly [latitude: string, longitude: string];
  radius: string;
};

/** Five decimals of a degree are a metre. */
const written = (degrees: number): string => String(Math.round(degrees * 1e5) / 1e5);

const EMPTY: Draft = { kind: 'polygon', corners: [], centre: ['', ''], radius: '200' };

/** A shape as a draft; without one it begins as the kind says. */
export const draftOfShape = (shape: FenceShape | null, kind: Draft['kind']): Draft => {
  if (shape === null) return { ...EMPTY, kind };
  if (shape.kind === 'circle') {
    const centre = [written(shape.latitude), written(shape.longitude)] as const;
    return { ...EMPTY, kind: 'circle', centre, radius: written(shape.radius_m) };
  }
  return { ...EMPTY, corners: shape.corners.map(([lat, lon]) => [written(lat), written(lon)] as const) };
};

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

const isPlace = ([latitude, longitude]: readonly [number, number]): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;

/** The corners that are numbers, for the map. */
export const cornersOf = ({ corners }: Draft): Corner[] =>
  corners.map(([lat, lon]): Corner => [numberOf(lat), numberOf(lon)]).filter(isPlace);

/** The circle, once its numbers are some; null before. */
export const circleOf = ({ centre: [lat, lon], radius }: Draft) => {
  const circle = { latitude: numberOf(lat), longitude: numberOf(lon), radius_m: numberOf(radius) };
  return isPlace([circle.latitude, circle.longitude]) && circle.radius_m > 0 ? circle : null;
};

const MISSING_NUMBERS = 'Please give each place as two numbers, such as 5.603 and -0.187.';

/** The shape that a draft makes, or the sentence that says why it makes none. */
export const shapeOfDraft = (
  draft: Draft,
): { shape: FenceShape; refusal?: never } | { refusal: string; shape?: never } => {
  const circle = circleOf(draft);
  if (draft.kind === 'circle' && circle === null) return { refusal: 'Please set the centre and the radius.' };
  const corners = cornersOf(draft);
  if (draft.kind === 'polygon' && corners.length < draft.corners.length) return { refusal: MISSING_NUMBERS };
  const given = draft.kind === 'circle' ? { kind: 'circle', ...circle } : { kind: 'polygon', corners };
  const { data, error } = FenceShape.safeParse(given);
  return data ? { shape: data } : { refusal: error.issues[0]?.message ?? MISSING_NUMBERS };
};

/** The draft after a click on the map: a further corner, or the centre. */
export const withPlace = (draft: Draft, latitude: number, longitude: number): Draft => {
  const place = [written(latitude), written(longitude)] as const;
  if (draft.kind === 'circle') return { ...draft, centre: place };
  return draft.corners.length >= MOST_CORNERS ? draft : { ...draft, corners: [...draft.corners, place] };
};

export const withoutCorner = (draft: Draft, at: number): Draft => ({
  ...draft,
  corners: draft.corners.filter((_, n) => n !== at),
});

export const withCorner = (draft: Draft, at: number, place: readonly [string, string]): Draft => ({
  ...draft,
  corners: draft.corners.map((corner, n) => (n === at ? place : corner)),
});
