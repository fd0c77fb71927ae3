import {
  appearanceFields,
  custom,
  type FormField,
  flag,
  richText,
  scheduleFields,
  text,
  textArea,
  type ValuesOf,
} from '#admin/fields/fields.ts'
import { namesOf } from '#admin/forms/form-resource.ts'
import { caseInput, type Figure } from './cases.contract.ts'

// One row of the form: the parts of a figure with tabs between them, which the history and a conflict show as a line of text.
export const toRow = ({ figure, name, asOf }: Figure) => [figure, name, asOf].join('\t')
export function fromRow(row: string): Figure {
  const [figure = '', name = '', asOf = ''] = row.split('\t')
  return { figure, name, asOf }
}
export const isFilled = (row: string) => row.trim() !== ''
export const filledFigures = (rows: string[]) => rows.filter(isFilled).map(fromRow)

const figures: FormField<string[]> = {
  label: 'Results',
  control: 'custom',
  initial: [],
  read: (stored) => ((stored ?? []) as Figure[]).map(toRow),
  write: filledFigures,
}
const serviceIds: FormField<string[]> = {
  label: 'Services used',
  control: 'custom',
  initial: [],
  read: (stored) => (stored ?? []) as string[],
  write: (chosen) => chosen,
}

export const cases = {
  ...namesOf('case', { one: 'case study', many: 'case studies' }),
  copies: true,
  intro: 'Projects and their results. Each has its own page under /work, with links from the services used.',
  contract: caseInput,
  fields: {
    title: text('Title', { attributes: { placeholder: 'A bill cut by two thirds in six weeks' } }),
    slug: text('Slug'),
    client: text('Client'),
    industry: text('Industry', { attributes: { placeholder: 'Logistics' } }),
    summary: textArea('Summary', {
      attributes: { rows: 2 },
      hint: 'One or two sentences, for the list and for search engines.',
    }),
    problem: richText('Problem'),
    solution: richText('Solution'),
    figures,
    quote: textArea('Quote', { attributes: { rows: 3 }, hint: 'Without quotation marks; the page adds them.' }),
    quoteBy: text('Attribution', { attributes: { placeholder: 'Ananya Rao, Founder' } }),
    serviceIds,
    imageUrl: custom('Image'),
    imageAlt: custom('Alternative text'),
    active: flag('Active', { initial: true, hint: 'Visitors see only active case studies, under /work.' }),
    ...scheduleFields,
    ...appearanceFields,
  },
  reviewed: true,
  publicPath: '/work',
}

export type CaseValues = ValuesOf<typeof cases.fields>
