import { type RefObject, useLayoutEffect, useState } from 'react';

type HiddenSides = { before: boolean; after: boolean };

/** Fractions of a pixel are rounding and need no scrolling. */
const LEAST_PX = 2;

const measure = ({ scrollLeft, scrollWidth, clientWidth }: Element): HiddenSides => ({
  before: scrollLeft >= LEAST_PX,
  after: scrollWidth - clientWidth - scrollLeft >= LEAST_PX,
});

/** The sides on which a box that scrolls sideways hides content; follows scrolling and resizing. */
export const useHiddenSides = (box: RefObject<HTMLElement | null>): HiddenSides => {
  const [sides, setSides] = useState<HiddenSides>({ before: false, after: false });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const next = measure(element);
      setSides((last) => (last.before === next.before && last.after === next.after ? last : next));
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    element.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [box]);
  return sides;
};
