import { appearanceFields, type FormField, flag, scheduleFields, text, type ValuesOf } from '#admin/fields/fields.ts'
import { namesOf } from '#admin/forms/form-resource.ts'
import { pageInput, type StoredSection } from './pages.contract.ts'
import { readSection } from './section-words.ts'

/** A database may store the keys of an object in an order of its own. */
const inOrder = (_name: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value

const sections: FormField<StoredSection[]> = {
  label: 'Sections',
  control: 'custom',
  initial: [],
  read: (stored) => (stored ?? []) as StoredSection[],
  write: (sections) => sections,
  pieces: {
    of: (sections) => sections.map((section) => JSON.stringify(section, inOrder)),
    from: (pieces) => pieces.map((piece) => JSON.parse(piece)),
    words: (piece, rich) => readSection(JSON.parse(piece), { rich }),
    alike: (one, other) => JSON.parse(one).kind === JSON.parse(other).kind,
  },
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
