import * as z from 'zod/mini'
import {
  appearanceFields,
  type FormField,
  flag,
  inOrder,
  scheduleFields,
  text,
  type ValuesOf,
} from '#admin/fields/fields.ts'
import { namesOf } from '#admin/forms/form-resource.ts'
import { messagesOfEvent } from '#features/courses/participants/date-list.shared.admin.tsx'
import { pageInput, type StoredSection } from './pages.contract.ts'
import { problemsOf, sectionsToSend } from './section-values.ts'
import { readSection, valuesOf } from './section-words.ts'

const sections: FormField<StoredSection[]> = {
  label: 'Sections',
  control: 'custom',
  initial: [],
  read: (stored) => (stored ?? []) as StoredSection[],
  write: sectionsToSend,
  pieces: {
    of: (sections) => sections.map((section) => JSON.stringify(section, inOrder)),
    from: (pieces) => pieces.map((piece) => JSON.parse(piece)),
    words: (piece, { rich, record, moment }) => {
      const records = (ids: string | string[]) => [ids].flat().map(record).join(', ')
      return readSection(JSON.parse(piece), { rich, records, moment })
    },
    records: (piece) =>
      valuesOf(JSON.parse(piece)).flatMap(({ field, value }) =>
        field.control === 'records' ? [value].flat().map((id) => ({ of: field.of, id: String(id) })) : [],
      ),
    alike: (one, other) => JSON.parse(one).kind === JSON.parse(other).kind,
  },
}

/** Each section is checked by its kind, as the server does. */
const contract = z.extend(pageInput, {
  sections: pageInput.shape.sections.check(({ value, issues }) => {
    for (const [at, section] of (value ?? []).entries())
      for (const { path, message } of problemsOf(section))
        issues.push({ code: 'custom', input: section, path: [at, ...path.split('.')], message })
  }),
})

type WithSections = { _id?: string; sections?: StoredSection[] }
const timesOf = ({ sections = [] }: WithSections = {}) => {
  const event = sections.find(({ kind }) => kind === 'event')
  return event && JSON.stringify([event['startsAt'], event['endsAt']])
}

/** The messages of an event whose times a save has moved, so that its people are told. */
async function messagesOfMoved(before: WithSections | null, { _id = '', ...saved }: WithSections) {
  const times = before && timesOf(before)
  if (!times || (timesOf(saved) ?? times) === times) return undefined
  return messagesOfEvent(_id)
}

export const pages = {
  ...namesOf('page'),
  copies: true,
  intro: 'Pages that you build from sections: a campaign, an event, a partner.',
  contract,
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
  reviewed: true,
  publicPath: '',
  next: messagesOfMoved,
}

export type PageValues = ValuesOf<typeof pages.fields>
