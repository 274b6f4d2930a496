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

/** The library computes a filled button's colours for the light scheme alone; the tokens know both. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
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
  cursorType: 'pointer',
  respectReducedMotion: true,
});
