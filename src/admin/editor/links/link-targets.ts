import type { Editor, Range } from '@tiptap/core'
import { adminFetch } from '#admin/api/admin-calls.ts'
import type { OptionGroup } from '#admin/dialogs/options.tsx'
import { mediaIn } from '#contract/media.ts'
import type { MediaItem } from '#contract/media-library.ts'
import { type LinkTarget, parseRecordUrl } from '#contract/record-links.ts'

type Answer = { found: LinkTarget[] }

/** The call that finds what a text can link to, by a part of its name or by its address on this site. */
export const targetsPath = (search: string): string => {
  const { origin } = window.location
  const within = search.startsWith(`${origin}/`) ? search.slice(origin.length) : search
  return `/api/links?search=${encodeURIComponent(within.toWellFormed())}`
}

/** Finds what a text can link to by a part of its name. @throws ApiError */
export const findLinkTargets = async (typed: string): Promise<LinkTarget[]> =>
  typed.trim() === '' ? [] : (await adminFetch<Answer>(targetsPath(typed.trim()), { quiet: true })).found

/** Whether an address is one of this site, whose record a link can keep. */
export const isOwnAddress = (address: string): boolean =>
  /^\/(?!\/)/.test(address) || address.startsWith(`${window.location.origin}/`)

/** Whether a link keeps a record or a file of the library. */
export const keepsRecord = (href: string): boolean =>
  parseRecordUrl(href) !== null || (href.startsWith('/files/') && mediaIn(href).length > 0)

/** Those of each kind under its name, in their order. */
export const groupsOf = (targets: LinkTarget[]): OptionGroup<LinkTarget>[] =>
  [...Map.groupBy(targets, ({ group }) => group)].map(([title, options]) => ({ title, options }))

const states = {
  live: '',
  draft: 'Draft',
  inactive: 'Inactive',
  scheduled: 'Scheduled',
  ended: 'Ended',
  trash: 'In the trash',
}

/** The state of a target, if visitors do not see it. */
export const stateOf = ({ state }: LinkTarget): string => states[state]

/** An uploaded file as a target. */
export const fileTarget = ({ _id, name, url }: MediaItem): LinkTarget => ({
  entity: 'mediaItems',
  label: 'File',
  group: 'Files',
  _id,
  name: name || 'File',
  url,
  state: 'live',
})

/** Inserts a name that links to a target; what is typed next is no part of the link. */
export const insertLink = (
  editor: Editor,
  at: Range | number,
  { name, url }: Pick<LinkTarget, 'name' | 'url'>,
): void => {
  const mark = { type: 'link', attrs: { href: url } }
  editor
    .chain()
    .focus()
    .insertContentAt(at, { type: 'text', text: name, marks: [mark] })
    .unsetMark('link')
    .run()
}
