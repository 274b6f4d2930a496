import { expect, test } from 'vitest';
import { boxFor } from './follow-view.ts';

const view = { west: -0.4, south: 5.5, east: 0, north: 5.7 };

test('what is followed reaches a quarter beyond the view', () => {
  expect(boxFor(view, null)).toEqual({ west: -0.5, south: 5.45, east: 0.1, north: 5.75 });
});

test('a small move keeps what is followed, and one beyond it does not', () => {
  const held = boxFor(view, null);
  expect(boxFor({ ...view, west: -0.45, east: -0.05 }, held)).toBe(held);
  expect(boxFor({ ...view, west: -0.6, east: -0.2 }, held)).not.toBe(held);
});

test('a view of a small part of what is followed is followed by itself', () => {
  const held = boxFor(view, null);
  const near = { west: -0.21, south: 5.6, east: -0.2, north: 5.6048 };
  expect(boxFor(near, held)).toEqual({ west: -0.2125, south: 5.5988, east: -0.1975, north: 5.606 });
});
