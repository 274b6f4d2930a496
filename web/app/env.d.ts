interface ImportMetaEnv {
  /** Where people reach the product, an origin; built in. */
  readonly PUBLIC_URL: string;
  /** The year of the build, until scripts know the present one. */
  readonly BUILD_YEAR: number;
}
