import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import type { ContentImport, ContentImportChoices } from '../ground/transfer.contract.ts'
import { importCall, importQuery } from './import-parts.admin.tsx'

export type Choices = ContentImport['choices']

/** The choices of an import. Each is saved when it is made, one call after the other, since the report follows from them. */
export function useChoices({ _id, choices }: ContentImport) {
  const client = useQueryClient()
  const { act, busy, failure } = useAct({ inPlace: true, reload: `${importCall(_id)}/items` })
  const [made, setMade] = useState<Partial<Choices>>({})
  const latest = useRef(made)
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const isWaiting = useRef(false)

  const show = (status: ContentImport) => client.setQueryData(importQuery(_id).queryKey, status)
  async function save() {
    isWaiting.current = false
    const json: ContentImportChoices = latest.current
    if (Object.keys(json).length > 0) show(await adminFetch<ContentImport>(importCall(_id), { method: 'PUT', json }))
  }
  function choose(change: Partial<Choices>) {
    latest.current = { ...latest.current, ...change }
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
  return { choices: { ...choices, ...made }, choose, apply, busy, failure }
}
