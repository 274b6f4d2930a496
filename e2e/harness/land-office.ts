import { EMPTY_TERMS, type LandKind } from '@banbo/contract';
import { expect, type Locator, type Page } from '@playwright/test';
import { testOnDemo } from './own-product.ts';
import { OWN_PASSWORD, signIn } from './people.ts';
import { staffCalls } from './staff-calls.ts';

/** A clerk at the land desk, a lawyer who decides on their entries, an accountant, and bosses. */
type Person = 'operations' | 'legal' | 'accounts' | 'systemadmin' | 'superadmin';

type Call = Awaited<ReturnType<typeof staffCalls>>;
export type LandOffice = {
  /** Opens a page of the office as one of its people, in a browser of their own. */
  openAs: (username: Person, path: string) => Promise<Page>;
  /** Calls the API as one of its people. */
  callsOf: (username: Person) => Promise<Call>;
};

/** `test` on an office of a demo's people, whose land each journey adds for itself. */
export const testOnLandOffice = testOnDemo().extend<{ office: LandOffice }>({
  office: async ({ browser, product, page }, use) => {
    const openAs = async (username: Person, path: string) => {
      const theirs = await (await browser.newContext({ baseURL: product.url })).newPage();
      await signIn(theirs, username, path);
      return theirs;
    };
    await use({ openAs, callsOf: (username) => staffCalls(page, product.url, username) });
  },
});

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n%%EOF\n');

/** A paper as a file that somebody chooses. */
export const paperFile = (paper: string) => ({ name: `${paper}.pdf`, mimeType: 'application/pdf', buffer: PDF });

/** Corners of a plot of 30 by 20 metres beside Accra, by EPSG:25000. */
const CORNERS = { A: [0, 0], B: [30, 0], C: [30, 20], D: [0, 20] } as const;

/** A surveyor's table of a plot that lies so many kilometres east of the demo's. */
const planAt = (km: number): string =>
  Object.entries(CORNERS)
    .map(([name, [x, y]]) => `${name} ${364_346 + km * 1_000 + x} ${108_339 + y}`)
    .join('\n');

let land = 0;

/** Adds a zone, and a plot of it that shares land with no other one. */
export const addLand = async ({ callsOf }: LandOffice): Promise<{ zone: string; plotId: string; plot: string }> => {
  land += 1;
  const zone = `TESHIE ZONE ${land}`;
  const call = await callsOf('superadmin');
  const { entry } = await call('POST', '/zones', { zone });
  const owner = { owner_kind: 'stool', owner_name: 'Nungua Stool' };
  const boundary = { plan_text: planAt(land), grid: 'ghana_metres', order: 'east_north' };
  const facts = { land_use: 'residential', block: 'B', plot_number: `T${land}`, ...owner, boundary };
  const { id } = await call('POST', '/plots', { zone_id: entry.id, ...facts });
  return { zone, plotId: id, plot: facts.plot_number };
};

const TERMS = { ...EMPTY_TERMS, commencement: '2026-01-01', term_years: 50, ground_rent: '400.00' };

/** A person as the desk knows them before they are a tenant. */
export const applicantNamed = (first_name: string, last_name: string, contact_number: string) => ({
  ...{ kind: 'person', last_name, first_name, gender: null, date_of_birth: null, nationality: 'GHANAIAN' },
  ...{ foreign_share: null, identification_type: null, id_number: null, contact_number, other_number: null },
  ...{ email: '', postal_address: '', gps_address: '', next_of_kin: '', kin_mobile_number: null },
  ...{ kin_relationship: null, contact_person: '', contact_person_number: null, reference_person: '' },
  reference_mobile_number: null,
});
export type Applicant = ReturnType<typeof applicantNamed>;

/** Enters a new purchase with all needed papers as the clerk, and gives its record number. */
export const enterPurchase = async (
  { callsOf }: LandOffice,
  { plotId, applicant, indenture }: { plotId: string; applicant: Applicant; indenture: string },
): Promise<string> => {
  const call = await callsOf('operations');
  const terms = { ...TERMS, indenture_number: indenture };
  const { id } = await call('POST', '/applications', { kind: 'new_purchase', plot_id: plotId, applicant, terms });
  const kinds: LandKind[] = await call('GET', '/application_kinds');
  for (const { paper, is_needed } of kinds.find(({ kind }) => kind === 'new_purchase')?.papers ?? [])
    if (is_needed) await call('POST', `/applications/${id}/papers`, undefined, { paper, file: paperFile(paper) });
  return id;
};

/** Lodges an application as the clerk. */
export const lodge = async ({ callsOf }: LandOffice, id: string): Promise<void> => {
  const call = await callsOf('operations');
  const { version } = await call('GET', `/applications/${id}`);
  await call('POST', `/applications/${id}/changes`, { change: 'lodge', version });
};

/** Approves a lodged application as the lawyer. */
export const approve = async ({ callsOf }: LandOffice, id: string): Promise<void> => {
  const call = await callsOf('legal');
  const { version } = await call('GET', `/applications/${id}`);
  await call('POST', `/applications/${id}/decisions`, { change: 'approve', version });
};

/** Adds a tenant with a plot, whose password is set. */
export const addTenant = async (office: LandOffice, applicant: Applicant, indenture: string) => {
  const { plotId, plot } = await addLand(office);
  const id = await enterPurchase(office, { plotId, applicant, indenture });
  await lodge(office, id);
  const call = await office.callsOf('legal');
  const { version } = await call('GET', `/applications/${id}`);
  const made = await call('POST', `/applications/${id}/decisions`, { change: 'approve', version });
  const { tenant_code: username, setup_code } = made;
  await call('POST', '/auth/set_tenant_password', { username, setup_code, password: OWN_PASSWORD });
  return { code: String(username), tenantId: String(made.tenant_id), plot };
};

/** The part of an application's page that says where it stands, with its buttons. */
export const standing = (page: Page): Locator => page.getByRole('region', { name: 'Where it stands' });

/** Presses a button of the page, and confirms with the answer of its question. */
export const confirm = async (page: Page, button: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: button, exact: true }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: action, exact: true }).click();
  await expect(question).toBeHidden();
};

/** Adds all papers that the application's page says are missing. */
export const addMissingPapers = async (page: Page): Promise<void> => {
  const papers = page.getByRole('region', { name: 'Papers' });
  const missing = papers.getByRole('listitem').filter({ hasText: '(missing)' });
  await expect(missing.first()).toBeVisible();
  for (let left = await missing.count(); left > 0; left -= 1) {
    await missing.first().locator('input[type=file]').setInputFiles(paperFile('paper'));
    await expect(missing).toHaveCount(left - 1);
  }
};
