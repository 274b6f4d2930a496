/** The build's facts for the worker: the public pages, and the files they need. */
export type KeptFiles = {
  /** Changes whenever a page or a file changes. */
  version: string;
  /** The files of all pages. */
  files: string[];
  /** The public pages by path, each with the indexes of its files in `files`. */
  pages: Record<string, number[]>;
};

declare const __KEPT_FILES__: KeptFiles;
export const KEPT: KeptFiles = __KEPT_FILES__;
