/** How a next of kin is related to a driver, as the form shows them. */
export const RELATIONSHIPS = [
  ...['WIFE', 'HUSBAND', 'SON', 'DAUGHTER', 'FATHER', 'MOTHER', 'BROTHER', 'SISTER', 'COUSIN', 'NEPHEW', 'UNCLE'],
  ...['AUNT', 'GRANDFATHER', 'GRANDMOTHER'],
];
