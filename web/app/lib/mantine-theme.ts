import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

const forest: MantineColorsTuple = [
  '#f0f8f4',
  '#dcefe7',
  '#b9dfcf',
  '#8fcbb4',
  '#4fb593',
  '#2b9673',
  '#177a5c',
  '#12614a',
  '#0f4a39',
  '#0a3529',
];

/** The ink's colour, thin over whatever lies below. */
const tinted = (percent: number): string => `color-mix(in srgb, var(--ink) ${percent}%, transparent)`;

/** The library computes a filled button's colours for the light scheme alone. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  // A second choice has no frame, so that the first one leads.
  if (input.variant === 'default') {
    return {
      ...colors,
      background: tinted(6),
      hover: tinted(12),
      color: 'var(--ink)',
      border: '1px solid transparent',
    };
  }
  if (input.variant !== 'filled') return colors;
  if (input.color === 'danger') {
    return { ...colors, background: 'var(--danger)', hover: 'var(--danger)', color: 'var(--surface)' };
  }
  if (input.color && input.color !== 'forest') return colors;
  return { ...colors, background: 'var(--brand)', hover: 'var(--brand-strong)', color: 'var(--on-brand)' };
};

/** The form kit in the product's palette and type. */
export const theme = createTheme({
  primaryColor: 'forest',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  variantColorResolver,
  colors: { forest },
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)' },
  defaultRadius: 'sm',
  // The tokens of `styles/tokens.css`, and the widths of `web/breakpoints.js`.
  spacing: {
    xs: 'var(--space-2)',
    sm: 'var(--space-3)',
    md: 'var(--space-4)',
    lg: 'var(--space-5)',
    xl: 'var(--space-6)',
  },
  breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '75.0625em', xl: '90em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // One height for what stands in a row: buttons, fields and pills.
    Button: {
      vars: (_theme: unknown, { size }: { size?: string }) => (size ? {} : { root: { '--button-height': '2.125rem' } }),
    },
    // The head of a dialog is no second banner of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
  },
});
