interface ImportMetaEnv {
  /** Where people reach the product, an origin; built in. */
  readonly PUBLIC_URL: string;
  /** The year of the build, until scripts know the present one. */
  readonly BUILD_YEAR: number;
  /** The office's pages of a later version; built in. */
  readonly LATER_PAGES: readonly { path: string; title: string }[];
}
