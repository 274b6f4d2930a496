/** The build's facts for the worker: the pages with a revision each, and the files they need. */
export type KeptFiles = {
  /** Changes whenever a page or a file changes. */
  version: string;
  /** The home page and its files: kept at once, because they have just been loaded anyway. */
  first: string[];
  /** All public pages and forms with their files: kept once the visitor goes on. */
  all: string[];
};

declare const __KEPT_FILES__: KeptFiles;
export const KEPT: KeptFiles = __KEPT_FILES__;
