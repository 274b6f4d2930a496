import { describe, expect, it } from 'vitest';
import { pageLabel, pageSteps } from './pagination.tsx';

describe('the numbered pages', () => {
  it('shows every page when there are few', () => {
    expect(pageSteps(1, 1)).toEqual([1]);
    expect(pageSteps(2, 5)).toEqual([1, 2, 3, 4, 5]);
  });

  it('keeps the first, the last and the neighbours of a page in the middle', () => {
    expect(pageSteps(10, 50_000)).toEqual([1, 'gap', 9, 10, 11, 'gap', 50_000]);
  });

  it('never leaves out a single page', () => {
    expect(pageSteps(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('still offers the whole list when the page lies beyond its end', () => {
    expect(pageSteps(99, 3)).toEqual([1, 2, 3]);
  });

  it('ends in a gap where more pages are there than are counted', () => {
    expect(pageSteps(1, 51, true)).toEqual([1, 2, 'gap', 51, 'gap']);
  });

  it('groups thousands with commas', () => {
    expect(pageLabel(50_000)).toBe('50,000');
  });
});
