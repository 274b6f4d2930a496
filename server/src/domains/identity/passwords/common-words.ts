/**
 * Words that are guessed here before those of the world's lists: towns, greetings, and the names that the day of birth
 * gives.
 */
const GHANAIAN = `accra kumasi tamale tema takoradi sekondi sunyani koforidua akwaaba akwaba medaase medase ghana blackstars
  kente trotro tsofatsen waakye jollof fufu banku kenkey cedi cedis sika nyame onyame jesus asante ashanti fante ewe
  kojo kwadwo kwabena kobina kweku kwaku yaw ekow kofi kwame ato kwasi kwesi adwoa adzo abena araba akua ekua yaa aba
  afua efua ama akosua esi mensah owusu boateng osei asare appiah amoah danso addo`;

const load = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...dictionary['diceware-common'], ...GHANAIAN.split(/\s+/)]);
};

let words: Promise<ReadonlySet<string>> | null = null;

/** The 49,000 most used passwords, common English words, and common Ghanaian ones; read when they are first asked for. */
export const commonWords = (): Promise<ReadonlySet<string>> => {
  words ??= load();
  return words;
};
