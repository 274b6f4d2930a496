import { type RefObject, useLayoutEffect, useState } from 'react';

type HiddenSides = { before: boolean; after: boolean; below: boolean };

/** Fractions of a pixel are rounding and need no scrolling. */
const LEAST_PX = 2;

const NONE: HiddenSides = { before: false, after: false, below: false };

const measure = ({ scrollLeft, scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): HiddenSides => ({
  before: scrollLeft >= LEAST_PX,
  after: scrollWidth - clientWidth - scrollLeft >= LEAST_PX,
  below: scrollHeight - clientHeight >= LEAST_PX,
});

/** The sides on which a box hides content; follows sideways scrolling and resizing. */
export const useHiddenSides = (box: RefObject<HTMLElement | null>): HiddenSides => {
  const [sides, setSides] = useState(NONE);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const next = measure(element);
      setSides((last) =>
        last.before === next.before && last.after === next.after && last.below === next.below ? last : next,
      );
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
