import parsePhoneNumber from 'libphonenumber-js/min';

/**
 * A number of another country by its plan of numbers, in E.164 form without a 0 behind the code;
 * null where no country has numbers of this length. Newer ranges of a country are taken.
 */
export const numberAbroad = (international: string): string | null => {
  const read = parsePhoneNumber(international, { extract: false });
  return read?.isPossible() && read.countryCallingCode !== '233' && read.getPossibleCountries().length > 0
    ? read.number
    : null;
};
