/**
 * The widths at which a page's layout changes, in rem of the browser's own text size, so that large
 * text gets the layout of a smaller screen.
 */
const BREAKPOINTS = {
  /** Phones held upright are narrower. */
  small: '30rem',
  /** Tablets and wider: tables instead of cards, fields in two columns. */
  medium: '48rem',
  /** The public menu is a row, and public pages stand in columns. */
  row: '53.125rem',
  /** The office's menu stays open beside the page. */
  large: '64rem',
  /** More than 1200 px: full-sized lettering in the public menu. */
  wide: '75.0625rem',
  /** Wider than laptops: tables need not be dense. */
  roomy: '90rem',
};

/** @type {Record<string, string>} */
const MEDIA = Object.fromEntries(
  Object.entries(BREAKPOINTS).flatMap(([name, width]) => [
    [`--from-${name}`, `width >= ${width}`],
    [`--below-${name}`, `width < ${width}`],
  ]),
);

/**
 * Replaces `@media (--from-medium)` and `@media (--below-medium)` by the widths above, in every
 * style sheet. An unknown name fails the build.
 */
export const breakpoints = () => ({
  postcssPlugin: 'breakpoints',
  AtRule: {
    media: (rule) => {
      rule.params = rule.params.replace(/--[\w-]+/g, (name) => {
        const width = MEDIA[name];
        if (!width) throw rule.error(`No breakpoint is called ${name}`);
        return width;
      });
    },
  },
});
