import 'react';

declare module 'react' {
  interface CSSProperties {
    /** A component's own variable, for its style sheet. */
    [variable: `--${string}`]: string;
  }
}
