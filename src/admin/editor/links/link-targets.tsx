import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Editor, Range } from '@tiptap/core'
import { type ComponentProps, useState } from 'react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { type OptionGroup, Options, useCombobox, useDelayed } from '#admin/dialogs/options.tsx'
import { safeAddress } from '#content/markup/sanitise-schema.ts'
import { mediaIn } from '#contract/media.ts'
import type { MediaItem } from '#contract/media-library.ts'
import { type LinkTarget, parseRecordUrl } from '#contract/record-links.ts'
import { TextInput } from '#ui/field.tsx'

type Answer = { found: LinkTarget[] }

/** The call that finds the targets of a link by a part of their name or by their address on this site. */
const targetsPath = (search: string): string => {
  const { origin } = window.location
  const within = search.startsWith(`${origin}/`) ? search.slice(origin.length) : search
  return `/api/links?search=${encodeURIComponent(within.toWellFormed())}`
}

/** Finds the targets of a link by a part of their name. @throws ApiError */
export const findLinkTargets = async (typed: string): Promise<LinkTarget[]> =>
  typed.trim() === '' ? [] : (await adminFetch<Answer>(targetsPath(typed.trim()), { quiet: true })).found

/** Whether an address is on this site, so that a link can keep its record. */
const isOwnAddress = (address: string): boolean =>
  /^\/(?!\/)/.test(address) || address.startsWith(`${window.location.origin}/`)

/** Whether a link keeps a record or a file of the library. */
export const keepsRecord = (href: string): boolean =>
  parseRecordUrl(href) !== null || (href.startsWith('/files/') && mediaIn(href).length > 0)

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
const stateOf = ({ state }: LinkTarget): string => states[state]

export const fileTarget = ({ _id, name, url }: MediaItem): LinkTarget => ({
  entity: 'mediaItems',
  label: 'File',
  group: 'Files',
  _id,
  name: name || 'File',
  url,
  state: 'live',
})

/** Inserts a name that links to a target. The text typed after it is not part of the link. */
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

const mailbox = /^[^/?#:@]+@[^/?#:@]+\.[^/?#:@]+$/
const domain = /^[\w-]+(\.[\w-]+)+([/?#:]|$)/
const scheme = /^[a-z][a-z\d+.-]*:(?!\d)/i

/**
 * The link for an address as people type it: `example.com` gets `https://`, `asha@example.com` gets `mailto:`.
 * @returns null for words, and for an address that links must not have
 */
export function linkAddress(typed: string): string | null {
  const address = typed.trim()
  if (address === '' || /\s/.test(address)) return null
  if (mailbox.test(address)) return `mailto:${address}`
  if (scheme.test(address)) return safeAddress(address, 'link')
  if (domain.test(address)) return safeAddress(`https://${address}`, 'link')
  return /[/?#]/.test(address) ? safeAddress(address, 'link') : null
}

const noRecord = 'This record no longer exists.'

/** A target in a list: its name, and its state if visitors do not see it. */
export const TargetOption = ({ target }: { target: LinkTarget }) => (
  <>
    <span className="min-w-0 flex-1 truncate font-[530]">{target.name}</span>
    <span className="shrink-0 text-fine text-muted empty:hidden">{stateOf(target)}</span>
  </>
)

export function TargetLine({ href }: { href: string }) {
  const target = useKeptTarget(href)
  if (target === undefined) return null
  return (
    <span className="flex max-w-64 items-center gap-2 border-l border-line px-2.5 text-fine max-sm:hidden">
      {target ? <TargetOption target={target} /> : noRecord}
    </span>
  )
}

/** The targets of a link, by a part of the name or the address; none for an empty search. */
function useLinkTargets(typed: string) {
  const search = useDelayed(typed)
  const { data, isFetching, isError } = useQuery({
    ...adminQuery<Answer>(targetsPath(search)),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  return {
    found: typed === '' || search === '' ? [] : (data?.found ?? []),
    isSearching: typed !== '' && (isFetching || search !== typed),
    isError,
  }
}

/** The record or file that a link keeps; null if it is gone, undefined while it is unknown or for another link. */
function useKeptTarget(href: string): LinkTarget | null | undefined {
  const keeps = keepsRecord(href)
  const { data } = useQuery({ ...adminQuery<Answer>(targetsPath(href)), enabled: keeps })
  // A search for the same words has the same answer.
  return keeps && data ? (data.found[0] ?? null) : undefined
}

type LinkFieldProps = {
  label: string
  hideLabel?: boolean
  name?: string
  hint?: string | undefined
  placeholder?: string
  /** An address, that of a record or a file to keep, or the words that are searched for. */
  value: string
  /** The target of `value`, if it was just chosen. */
  chosen: LinkTarget | null
  onChange: (value: string, chosen: LinkTarget | null) => void
  error?: string | undefined
}

/** The target of a link: a record or file by its name, or any address. */
export function LinkField({ value, chosen, onChange, ...field }: LinkFieldProps) {
  const [isTyped, setIsTyped] = useState(false)
  const kept = useKeptTarget(chosen ? '' : value)
  const target = chosen ?? kept ?? null
  const isUnknown = !chosen && keepsRecord(value) && kept === undefined
  const shown = isUnknown ? '' : (target?.name ?? value)
  const address = linkAddress(shown)
  const isTitle = address === null || isOwnAddress(address)

  const search = target || !isTyped || /^(#|mailto:|tel:)/i.test(value) ? '' : value.trim()
  const { found, isSearching, isError } = useLinkTargets(search)
  const box = useCombobox(groupsOf(found), (one) => onChange(one.url, one), isTitle ? 0 : -1)

  function state(): string {
    if (search === '') return ''
    if (isError) return 'The pages could not be searched.'
    if (box.count > 0) return `${box.count} found`
    if (isSearching) return 'Searching…'
    return isTitle && address === null ? 'No matches.' : ''
  }

  return (
    <div>
      <TextInput
        {...field}
        {...box.field}
        value={shown}
        onFocus={({ target }) => target.select()}
        onChange={(event) => {
          setIsTyped(true)
          onChange(event.target.value, null)
          box.restart()
        }}
      />
      <p role="status" className={box.count > 0 ? 'sr-only' : 'mt-1.5 text-small text-muted empty:hidden'}>
        {target ? kindOf(target) : kept === null && !chosen ? noRecord : state()}
      </p>
      <Options
        {...box.list}
        label="Pages and files"
        className="relative mt-1.5 max-h-72 overflow-y-auto rounded-control border border-line p-1 empty:hidden"
        optionClass="min-h-10 gap-3 rounded-control px-3 pointer-coarse:min-h-11"
      >
        {(one) => <TargetOption target={one} />}
      </Options>
    </div>
  )
}

const kindOf = (target: LinkTarget) => [target.label, stateOf(target)].filter(Boolean).join(' · ')

type TargetFieldProps = Omit<ComponentProps<typeof LinkField>, 'chosen' | 'onChange'> & {
  onChange: (to: string) => void
}

/** The same for a form, which stores the address only. */
export function TargetField({ value, onChange, ...field }: TargetFieldProps) {
  const [chosen, setChosen] = useState<LinkTarget | null>(null)
  return (
    <LinkField
      {...field}
      value={value}
      // A row of several can get the value of the next one.
      chosen={chosen?.url === value ? chosen : null}
      onChange={(to, target) => {
        setChosen(target)
        onChange(to)
      }}
    />
  )
}
