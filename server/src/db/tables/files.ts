export type FileTables = {
  unowned_files: {
    /** The file's key in the store. */
    key: string;
    since: Date;
    let_go: boolean;
  };
};
