/** Where the wizard stands, which keeps its drafts and retry keys apart. */
export type RegistrationPlace = { isOffice: boolean; draftName: string; keyName: string };

export const PUBLIC_PLACE: RegistrationPlace = {
  isOffice: false,
  draftName: 'banbo-registration-draft',
  keyName: 'banbo-registration-key',
};

/** At a desk nothing waits on the device: it would be sent later without the person who filled it in. */
export const OFFICE_PLACE: RegistrationPlace = {
  isOffice: true,
  draftName: 'banbo-office-registration-draft',
  keyName: 'banbo-office-registration-key',
};
