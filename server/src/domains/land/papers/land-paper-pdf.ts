import {
  formatDay,
  formatMoney,
  LAND_DOCUMENT_KIND_LABELS,
  LAND_USE_LABELS,
  landPaperPage,
  NOT_TITLE,
  OWNER_KIND_LABELS,
  type PlotOnPaper,
  type SlipFacts,
  shownPlotName,
  TENANCY_HOW_LABELS,
  type TenancyFacts,
} from '@banbo/contract';
import {
  BAD,
  BRAND,
  block,
  bold,
  check,
  described,
  fact,
  goOn,
  type Letterhead,
  letterhead,
  makePdf,
  makeRoom,
  marginOf,
  numberPages,
  regular,
  rule,
  type Sheet,
  signatures,
  widthOf,
} from '#domains/documents';
import { areaMeasures } from '../boundaries/measure.ts';
import { findingInWords } from './find-against-plot.ts';
import type { DocumentStatus, LandDocumentRow } from './land-documents.repo.ts';

/** Measures of a paper in points. */
const A4 = { text: 10.5, small: 9, name: 15, title: 20, label: 150, qr: 96 };
const A5 = { text: 10, small: 9, name: 14, title: 17, label: 96, qr: 86 };
const [A4_MARGIN, A5_MARGIN] = [56, 36];

type PrintedPaper = LandDocumentRow & { standing: DocumentStatus };

const heading = (sheet: Sheet, text: string): void => {
  const { pdf, paper } = sheet;
  makeRoom(sheet, 50);
  pdf.y += 8;
  block(sheet, 'H2', () => {
    bold(sheet, paper.text + 1.5, BRAND).text(text, marginOf(sheet), pdf.y, { width: widthOf(sheet) });
  });
  pdf.y += 4;
};

const paragraph = (sheet: Sheet, text: string, write: typeof regular = regular, colour?: string): void => {
  const { pdf, paper } = sheet;
  const options = { width: widthOf(sheet), lineGap: 1.5 };
  write(sheet, paper.text, colour);
  makeRoom(sheet, pdf.heightOfString(text, options));
  block(sheet, 'P', () => {
    write(sheet, paper.text, colour).text(text, marginOf(sheet), pdf.y, options);
  });
  pdf.y += 3;
};

/** A paper that no longer holds says so, in case an old one is printed again. */
const STANDING = {
  replaced: (by: string) => `REPLACED by ${by}. This paper no longer holds.`,
  ended: () => 'The tenancy has ended. This paper no longer holds.',
  annulled: () => 'The application was annulled. This paper no longer holds.',
} as const;

const head = (sheet: Sheet, paper: PrintedPaper, { company }: Letterhead): void => {
  const { pdf } = sheet;
  letterhead(sheet, company);
  rule(sheet, 8);
  const [x, y, width] = [marginOf(sheet), pdf.y, widthOf(sheet)];
  block(sheet, 'H1', () => {
    bold(sheet, sheet.paper.title).text(LAND_DOCUMENT_KIND_LABELS[paper.kind], x, y, { width });
  });
  block(sheet, 'P', () => {
    bold(sheet, sheet.paper.title, BRAND).text(paper.number, x, y, { width, align: 'right' });
  });
  goOn(sheet, pdf.y + 2);
  paragraph(sheet, NOT_TITLE, bold);
  const { status, replaced_by } = paper.standing;
  if (status !== 'valid') paragraph(sheet, STANDING[status](replaced_by ?? ''), bold, BAD);
  pdf.y += 4;
};

const grouped = (value: number, decimals: number): string =>
  value.toLocaleString('en-GB', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

const sizeOf = ({ area_sqm }: PlotOnPaper): string | null => {
  if (area_sqm === null) return null;
  const { acres, hectares } = areaMeasures(Number(area_sqm));
  return `${grouped(acres, 4)} acres, ${grouped(hectares, 4)} ha (${grouped(Number(area_sqm), 2)} m²)`;
};

const plotFactsOn = (sheet: Sheet, plot: PlotOnPaper): void => {
  fact(sheet, 'Plot', shownPlotName(plot));
  fact(sheet, 'District', plot.district);
  fact(sheet, 'Size', sizeOf(plot));
  fact(sheet, 'Use', LAND_USE_LABELS[plot.land_use]);
};

const reviewOf = ({ review_years, review_percent }: TenancyFacts): string => {
  if (review_years === null) return 'None agreed';
  const every = review_years === 1 ? 'Every year' : `Every ${review_years} years`;
  return `${every}, ${review_percent === null ? 'valued anew' : `by ${Number(review_percent)} per cent`}`;
};

const tenancyOn = (sheet: Sheet, facts: TenancyFacts): void => {
  heading(sheet, 'Plot');
  plotFactsOn(sheet, facts.plot);
  fact(sheet, 'Owner', `${OWNER_KIND_LABELS[facts.plot.owner_kind]}: ${facts.owner_name}`);
  heading(sheet, 'Tenant');
  fact(sheet, 'Name', facts.tenant);
  fact(sheet, 'Tenant code', facts.tenant_code);
  fact(sheet, 'Tenancy by', TENANCY_HOW_LABELS[facts.how]);
  fact(sheet, 'Held since', formatDay(facts.held_from));
  heading(sheet, 'Terms');
  fact(sheet, 'Indenture', facts.indenture_number);
  fact(sheet, 'Commencement', formatDay(facts.commencement));
  fact(sheet, 'Term', facts.term_years === 1 ? '1 year' : `${facts.term_years} years`);
  fact(sheet, 'Ends before', formatDay(facts.ends_on));
  fact(sheet, 'Ground rent a year', formatMoney(facts.ground_rent));
  fact(sheet, 'Rent review', reviewOf(facts));
  fact(sheet, 'Grantor', [facts.grantor, facts.grantor_capacity].filter(Boolean).join(', '));
  fact(sheet, 'Witnesses', facts.witnesses);
  const { commission } = facts;
  const certificate = commission && `${commission.number}, ${formatDay(commission.day)}`;
  fact(sheet, 'Lands Commission’s certificate', certificate ?? 'Not on record');
};

const SIGNED_BY = {
  allocation_note: [
    ['For the grantor', 'Tenant'],
    ['Witness', 'Witness'],
  ],
  tenancy_certificate: [['For this office', 'Day']],
} as const;

/** Lines to sign on, in rows that stay on one page. */
const signing = (sheet: Sheet, kind: keyof typeof SIGNED_BY): void => {
  for (const row of SIGNED_BY[kind]) {
    makeRoom(sheet, 60);
    sheet.pdf.y += 36;
    signatures(sheet, row);
  }
};

const checkPaper = (sheet: Sheet, { code }: PrintedPaper, linksTo: string | null): void => {
  const { pdf, paper } = sheet;
  const same = 'The page must show the same number, day and plot.';
  const how =
    linksTo === null
      ? `Open our website with /land_paper after its address, and enter this code. ${same}`
      : `Scan the code, or open ${linksTo.replace(/^https?:\/\//, '')}/land_paper and enter this code. ${same}`;
  makeRoom(sheet, paper.qr + 10);
  const y = Math.max(pdf.y + 10, pdf.page.height - pdf.page.margins.bottom - paper.qr);
  check(sheet, { noun: 'paper', code, page: linksTo && landPaperPage(linksTo, code), how }, y);
};

const tenancyPaper = (sheet: Sheet, facts: TenancyFacts, paper: PrintedPaper): void => {
  const { application } = facts;
  if (application) {
    fact(sheet, 'Application', `${application.number}, approved on ${formatDay(application.approved_on)}`);
  }
  fact(sheet, 'Issued', formatDay(paper.day));
  tenancyOn(sheet, facts);
  if (application && application.conditions !== '') {
    heading(sheet, 'Conditions');
    paragraph(sheet, application.conditions);
  }
  if (paper.kind !== 'slip') signing(sheet, paper.kind);
};

const slipPaper = (sheet: Sheet, { plot, finding }: SlipFacts, paper: PrintedPaper): void => {
  plotFactsOn(sheet, plot);
  fact(sheet, 'Asked on', formatDay(paper.day));
  fact(sheet, 'Receipt', paper.receipt_number);
  heading(sheet, 'On record on this day');
  for (const line of findingInWords(finding).lines) paragraph(sheet, line);
};

/** A paper about land: a slip on A5, a note or certificate on A4, as it was issued. */
export const landPaperPdf = (paper: PrintedPaper, under: Letterhead): Promise<Buffer> => {
  const { kind, number, facts, issued_at } = paper;
  const title = `${LAND_DOCUMENT_KIND_LABELS[kind]} ${number}`;
  const [measures, size, margin] = kind === 'slip' ? [A5, 'A5' as const, A5_MARGIN] : [A4, 'A4' as const, A4_MARGIN];
  return makePdf({ ...described(title, under.company, issued_at), size, margin, bufferPages: true }, (pdf) => {
    const sheet = { pdf, paper: measures };
    head(sheet, paper, under);
    if ('finding' in facts) slipPaper(sheet, facts, paper);
    else tenancyPaper(sheet, facts, paper);
    checkPaper(sheet, paper, under.linksTo);
    if (pdf.bufferedPageRange().count > 1) numberPages(pdf, title);
  });
};
