import { expect, test } from 'vitest';
import { draftOfShape, shapeOfDraft, withCorner, withoutCorner, withPlace } from './shape-draft.ts';

const path = draftOfShape(null, 'polygon');

test('clicks on the map set the corners of a path, whose numbers can be typed too', () => {
  const three = [
    [5.5, -0.3],
    [5.5, -0.1],
    [5.7, -0.1],
  ].reduce((draft, [lat = 0, lon = 0]) => withPlace(draft, lat, lon), path);
  expect(shapeOfDraft(withoutCorner(three, 2)).refusal).toBe('Please set at least three corners.');
  const typed = withCorner(three, 2, ['5.8', '-0.15']);
  expect(shapeOfDraft(typed).shape).toEqual({
    kind: 'polygon',
    corners: [
      [5.5, -0.3],
      [5.5, -0.1],
      [5.8, -0.15],
    ],
  });
  expect(shapeOfDraft(withCorner(three, 2, ['5.8', ''])).refusal).toMatch(/two numbers/);
});

test('a stop begins as a circle, and a click sets its centre', () => {
  const stop = withPlace(draftOfShape(null, 'circle'), 5.612345, -0.2);
  expect(shapeOfDraft(stop).shape).toEqual({ kind: 'circle', latitude: 5.61235, longitude: -0.2, radius_m: 200 });
  expect(shapeOfDraft({ ...stop, radius: '5' }).refusal).toMatch(/radius from 20/);
});

test('a shape that is stored is drawn as it is', () => {
  const shape = { kind: 'circle', latitude: 5.6, longitude: -0.2, radius_m: 300 } as const;
  expect(shapeOfDraft(draftOfShape(shape, 'polygon')).shape).toEqual(shape);
});
