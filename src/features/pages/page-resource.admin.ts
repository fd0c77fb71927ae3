import { appearanceFields, type FormField, flag, scheduleFields, text, type ValuesOf } from '#admin/fields/fields.ts'
import { namesOf } from '#admin/forms/form-resource.ts'
import { pageInput, type StoredSection } from './pages.contract.ts'

const sections: FormField<StoredSection[]> = {
  label: 'Sections',
  control: 'custom',
  initial: [],
  read: (stored) => (stored ?? []) as StoredSection[],
  write: (sections) => sections,
}

export const pages = {
  ...namesOf('page'),
  copies: true,
  intro: 'Pages that you build from sections: a campaign, an event, a partner.',
  contract: pageInput,
  fields: {
    title: text('Title'),
    path: text('Path'),
    sections,
    listed: flag('Listed', {
      hint: 'The footer and the sitemap list the page. Otherwise only people with the link find it.',
    }),
    active: flag('Active', { hint: 'Visitors see only active pages.' }),
    ...scheduleFields,
    ...appearanceFields,
  },
  keepsCopies: true,
  reviewed: true,
  publicPath: '',
}

export type PageValues = ValuesOf<typeof pages.fields>
