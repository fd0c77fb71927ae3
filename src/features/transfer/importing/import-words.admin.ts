import { formatCount, formatNumber } from '#admin/format.ts'
import {
  type ContentImportSummary,
  type ItemKind,
  type NoteKind,
  type Outcome,
  outcomes,
} from '../ground/transfer.contract.ts'

export type Counts = ContentImportSummary['counts']

/** Things of a source in the order in which people care about them, with their names. */
export const kindNames: Record<ItemKind, { one: string; many: string; title: string }> = {
  post: { one: 'post', many: 'posts', title: 'Posts' },
  page: { one: 'page', many: 'pages', title: 'Pages' },
  record: { one: 'record', many: 'records', title: 'Records' },
  author: { one: 'author', many: 'authors', title: 'Authors' },
  file: { one: 'image or file', many: 'images and files', title: 'Images and files' },
  redirect: { one: 'redirect', many: 'redirects', title: 'Redirects' },
  other: { one: 'other thing', many: 'other things', title: 'Others' },
}
const texts = ['post', 'page', 'record'] as const satisfies ItemKind[]
const companions = ['author', 'file', 'redirect'] as const satisfies ItemKind[]

export const noteKindNames: Record<NoteKind, string> = {
  shortcode: 'Shortcode',
  card: 'Card',
  block: 'Block',
  embed: 'Embed',
  picture: 'Image',
  file: 'File',
  link: 'Link',
  markup: 'Formatting',
  tag: 'Tag',
  category: 'Category',
  author: 'Author',
  date: 'Date',
  address: 'Address',
  field: 'Field',
}

const all = new Intl.ListFormat('en-GB')

const countOf = (counts: Counts, kinds: readonly ItemKind[], outcomes: readonly Outcome[]) =>
  counts
    .filter(({ kind, outcome }) => kinds.includes(kind) && outcomes.includes(outcome))
    .reduce((sum, { count }) => sum + count, 0)

const namesOf = (counts: Counts, kinds: readonly ItemKind[], outcome: Outcome) =>
  all.format(
    kinds.flatMap((kind) => {
      const count = countOf(counts, [kind], [outcome])
      return count > 0 ? [formatCount(count, kindNames[kind].one, kindNames[kind].many)] : []
    }),
  )

/** The kinds that the summary is about: posts and pages, or what comes without them, such as a file of redirects. */
const subjectsOf = (counts: Counts): readonly ItemKind[] => (countOf(counts, texts, outcomes) > 0 ? texts : companions)

/** How many items an import creates or updates. */
export const importedCount = (counts: Counts): number => countOf(counts, subjectsOf(counts), ['new', 'changed'])

/** How many texts an import adds to the site, which can be public at once. */
export const textCount = (counts: Counts): number => countOf(counts, texts, ['new', 'changed'])

export const failedCount = (counts: Counts): number => countOf(counts, [...texts, ...companions], ['failed'])

/** '88 items' */
export const itemsOf = (counts: Counts): string => formatCount(importedCount(counts), 'item')

const sentence = (subject: string, count: number, one: string, many: string) =>
  `${subject} ${count === 1 ? one : many}.`

type Verbs = Record<Outcome, [one: string, many: string]>
const verbs: Record<'before' | 'after', Verbs> = {
  before: {
    new: ['will be added', 'will be added'],
    changed: ['has changed since and will be updated', 'have changed since and will be updated'],
    here: ['is here already', 'are here already'],
    leftOut: ['is left out', 'are left out'],
    failed: ['cannot be read', 'cannot be read'],
  },
  after: {
    new: ['was added', 'were added'],
    changed: ['was updated', 'were updated'],
    here: ['was here already', 'were here already'],
    leftOut: ['was left out', 'were left out'],
    failed: ['could not be imported', 'could not be imported'],
  },
}

/** '82 posts and 6 pages will be added. 3 are here already. 2 are left out.' @param time before or after it is applied */
export function summaryOf(counts: Counts, time: 'before' | 'after'): string {
  const kinds = subjectsOf(counts)
  const told = outcomes
    .map((outcome) => ({ outcome, count: countOf(counts, kinds, [outcome]) }))
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }, index) => {
      const subject = index === 0 ? namesOf(counts, kinds, outcome) : formatNumber(count)
      return sentence(subject, count, ...verbs[time][outcome])
    })
  if (told.length === 0) return time === 'before' ? 'There is nothing to import in this file.' : 'Nothing was imported.'
  return told.join(' ')
}

/** 'With them: 4 authors, 120 images and files and 95 redirects.'; nothing where the summary says it already. */
export function companionsOf(counts: Counts): string | undefined {
  const names = subjectsOf(counts) === texts ? namesOf(counts, companions, 'new') : ''
  return names === '' ? undefined : `With them: ${names}.`
}

/** Whether a source has things that are no content of a site here: comments, menus. */
export const hasOthers = (counts: Counts): boolean => countOf(counts, ['other'], ['leftOut', 'failed']) > 0

/** Before an import is applied, after that, and after its undo. */
export type Time = 'before' | 'after' | 'undone'

export const outcomeNames: Record<Time, Record<Outcome, string>> = {
  before: { new: 'New', changed: 'Update', here: 'Already here', leftOut: 'Left out', failed: 'Cannot be read' },
  after: { new: 'Added', changed: 'Updated', here: 'Already here', leftOut: 'Left out', failed: 'Failed' },
  undone: { new: 'Undone', changed: 'Undone', here: 'Already here', leftOut: 'Left out', failed: 'Failed' },
}

/** The counts of each kind in words: 'Posts' with '82 new, 3 already here'. */
export const factsOf = (counts: Counts, time: Time): { name: string; value: string }[] =>
  [...texts, ...companions, 'other' as const].map((kind) => ({
    name: kindNames[kind].title,
    value: outcomes
      .flatMap((outcome) => {
        const count = countOf(counts, [kind], [outcome])
        return count > 0 ? [`${formatNumber(count)} ${outcomeNames[time][outcome].toLowerCase()}`] : []
      })
      .join(', '),
  }))

const withForm = /^(blogs|pages|courses|products|services|cases|testimonials|faqs|openings|newsletters|savedReplies)$/
const withList = /^(instructors|redirects)$/

/** The screen of a record that came in; undefined for one that has none of its own. */
export function screenOf({ entity, _id }: { entity: string; _id: string }): string | undefined {
  if (withForm.test(entity)) return `/admin/${entity}/edit/${_id}`
  if (withList.test(entity)) return `/admin/${entity}`
  if (entity === 'siteSettings') return `/admin/settings/${_id}`
  return entity === 'mediaItems' ? '/admin/media' : undefined
}
