import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { type ContentImport, type ContentImportChoices, isSiteAddress, siteError } from '../ground/transfer.contract.ts'
import { importCall, importQuery } from './import-parts.admin.tsx'

export type Choices = ContentImport['choices']

/** Later answers to the same question replace earlier ones. */
const joined = <Answer extends { source: string }>(earlier: Answer[] = [], later: Answer[] = []): Answer[] => [
  ...new Map([...earlier, ...later].map((answer) => [answer.source, answer])).values(),
]

const withChange = (made: ContentImportChoices, change: ContentImportChoices): ContentImportChoices => ({
  ...made,
  ...change,
  ...(change.categories && { categories: joined(made.categories, change.categories) }),
  ...(change.authors && { authors: joined(made.authors, change.authors) }),
})

const shown = (
  { categories, authors, ...stored }: Choices,
  { categories: ours, authors: people, ...made }: ContentImportChoices,
) => ({
  ...stored,
  ...made,
  categories: categories.map((one) => ({ ...one, ...ours?.find(({ source }) => source === one.source) })),
  authors: authors.map((one) => ({ ...one, ...people?.find(({ source }) => source === one.source) })),
})

/** The choices of an import. Each is saved when it is made, one call after the other, since the report follows from them. */
export function useChoices({ _id, choices }: ContentImport) {
  const client = useQueryClient()
  const { act, busy, failure } = useAct({ inPlace: true, reload: `${importCall(_id)}/items` })
  const [made, setMade] = useState<ContentImportChoices>({})
  const latest = useRef(made)
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const isWaiting = useRef(false)

  const show = (status: ContentImport) => client.setQueryData(importQuery(_id).queryKey, status)
  async function save() {
    isWaiting.current = false
    const json = latest.current
    if (Object.keys(json).length > 0) show(await adminFetch<ContentImport>(importCall(_id), { method: 'PUT', json }))
  }
  function choose(change: ContentImportChoices) {
    latest.current = withChange(latest.current, change)
    setMade(latest.current)
    // One call that has not begun yet has this choice too.
    if (isWaiting.current) return
    isWaiting.current = true
    saving.current = saving.current.then(() => act(save))
  }
  /** Saves them once more, since a call may have failed, and imports. */
  const apply = () =>
    act(async () => {
      await saving.current
      await save()
      show(await adminFetch<ContentImport>(`${importCall(_id)}/apply`, { method: 'POST' }))
    })
  return { choices: shown(choices, made) as Choices, choose, apply, busy, failure }
}

type Site = { status: ContentImport; choices: Choices; choose: (change: ContentImportChoices) => void }

/** The field of the address of the old site, where the export does not say it; `settle` checks and saves it. */
export function useSite({ status: { site, source }, choices, choose }: Site) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(choices.site)
  const [error, setError] = useState<string>()
  if (site?.address !== undefined || source === 'atrium') return undefined
  function save(): boolean {
    const address = typed.trim()
    const isRight = address === '' || isSiteAddress(address)
    setError(isRight ? undefined : siteError)
    if (isRight && address !== choices.site) choose({ site: address })
    return isRight
  }
  const settle = () => {
    const isRight = save()
    if (!isRight) input.current?.focus()
    return isRight
  }
  const field = {
    ref: input,
    label: 'Address of the old site',
    hint: 'Your file does not say it. Images, links and redirects need it.',
    inputMode: 'url' as const,
    maxLength: 500,
    placeholder: 'https://example.com',
    value: typed,
    error,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setTyped(target.value),
    onBlur: save,
  }
  return { field, settle }
}
