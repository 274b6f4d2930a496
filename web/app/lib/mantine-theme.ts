import { createTheme, type MantineColorsTuple } from '@mantine/core';

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

/** The form kit in the product's palette and type. */
export const theme = createTheme({
  primaryColor: 'forest',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  colors: { forest },
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
});
