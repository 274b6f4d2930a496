import 'react';

declare global {
  interface ImportMetaEnv {
    /** The origin at which people reach the product; built in. */
    readonly PUBLIC_URL: string;
    /** The year of the build, shown until scripts run. */
    readonly BUILD_YEAR: number;
    /** The product's version, from the package at the root; built in. */
    readonly PRODUCT_VERSION: string;
  }
}

declare module 'react' {
  interface CSSProperties {
    /** A component's own variable, for its style sheet. */
    [variable: `--${string}`]: string;
  }
}
