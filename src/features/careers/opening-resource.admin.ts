import { choice, day, flag, richText, scheduleFields, text, type ValuesOf } from '#admin/fields/fields.ts'
import { namesOf } from '#admin/forms/form-resource.ts'
import { openingInput, openingKinds } from './openings.contract.ts'

export const openings = {
  ...namesOf('opening'),
  title: 'Careers',
  intro: 'Each opening has its own page under /careers, until its closing date.',
  contract: openingInput,
  fields: {
    title: text('Title', { attributes: { placeholder: 'Data engineer' } }),
    slug: text('Slug'),
    place: text('Location', { attributes: { placeholder: 'Pune' } }),
    kind: choice('Type', openingKinds, 'Full-time'),
    description: richText('Description'),
    closesOn: day('Closing date', { hint: 'The last day it is on the site.' }),
    active: flag('Active', { initial: true, hint: 'Visitors see only active openings, under /careers.' }),
    ...scheduleFields,
  },
  reviewed: true,
  publicPath: '/careers',
}

export type OpeningValues = ValuesOf<typeof openings.fields>
