import { choice, day, flag, richText, scheduleFields, text, type ValuesOf } from '#admin/fields/fields.ts'
import { namesOf } from '#admin/forms/form-resource.ts'
import { openingInput, openingKinds } from './openings.contract.ts'

export const openings = {
  ...namesOf('opening'),
  intro: 'Open positions, under /careers until their closing day.',
  contract: openingInput,
  fields: {
    title: text('Title', { attributes: { placeholder: 'Data engineer' } }),
    place: text('Place', { attributes: { placeholder: 'Pune' } }),
    kind: choice('Kind', openingKinds, 'Full-time'),
    description: richText('Description'),
    closesOn: day('Closes on', { hint: 'The last day it is on the site.' }),
    active: flag('Active', { initial: true, hint: 'Visitors see an active opening under /careers until it closes.' }),
    ...scheduleFields,
  },
  keepsCopies: true,
}

export type OpeningValues = ValuesOf<typeof openings.fields>
