import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { VersionConflict } from '#contract/common.ts'
import { notify } from '#ui/toasts.ts'
import { contractResolver } from './contract-resolver.ts'
import type { FormResource } from './form-resource.ts'
import { officeFetch } from './office-fetch.ts'
import { invalidateOffice } from './office-query.ts'
import { RequestError } from './request-error.ts'
import { useUnsavedWork } from './unsaved/use-unsaved-work.ts'

/**
 * The life of a form: checks by the contract, saves over the version it was filled from, says how it went, goes back to the list.
 * A save that another person's came before opens `conflict`; the fields that the server refuses are marked, and the first takes the keyboard.
 * @param stored the record to edit, or null for a new one
 */
export function useResourceForm<Values extends FieldValues, Stored extends { _id: string; version: number }>(
  resource: FormResource<Values, Stored>,
  stored: Stored | null,
) {
  const { api, one, heading, list, defaults, toValues, contract, toInput, toCall = (json) => ({ json }) } = resource
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useForm<Values>({
    defaultValues: (stored ? toValues(stored) : defaults) as DefaultValues<Values>,
    resolver: contractResolver(contract, toInput),
  })
  const { isDirty } = form.formState
  const values = form.watch()
  const [version, setVersion] = useState(stored?.version)
  const [saving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<VersionConflict<Stored> | null>(null)
  const busy = useRef(false)

  const unsaved = useUnsavedWork<Values>({
    key: `${list.split('/').pop()}/${stored?._id ?? 'new'}`,
    value: values,
    dirty: isDirty,
    version,
    onRestore: (kept, over) => {
      form.reset(kept, { keepDefaultValues: true })
      setVersion(over)
    },
  })

  async function send(typed: Values, over: number | undefined) {
    if (busy.current) return
    busy.current = true
    setSaving(true)
    try {
      const call = toCall(toInput(typed))
      if (stored) await officeFetch(`${api}/${stored._id}`, { ...call, method: 'PUT', ifMatch: over })
      else await officeFetch(api, { ...call, method: 'POST' })
      await unsaved.clear()
      await invalidateOffice(client, api)
      notify('success', `${heading} ${stored ? 'updated' : 'created'} successfully`)
      navigate(list)
    } catch (error) {
      const found = conflictIn<Stored>(error)
      if (found) setConflict(found)
      else {
        notify('error', `Failed to save ${one}`)
        markRefused(form, error)
      }
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  return {
    form,
    values,
    saving,
    found: unsaved.found,
    save: form.handleSubmit((typed) => send(typed, version)),
    conflict,
    keepMine() {
      if (!conflict) return
      setVersion(conflict.current.version)
      setConflict(null)
      return send(form.getValues(), conflict.current.version)
    },
    takeTheirs() {
      if (!conflict) return
      setVersion(conflict.current.version)
      form.reset(toValues(conflict.current))
      setConflict(null)
      unsaved.clear()
    },
    goOnEditing: () => setConflict(null),
  }
}

function conflictIn<Stored>(error: unknown): VersionConflict<Stored> | null {
  if (!(error instanceof RequestError) || error.code !== 'version_conflict') return null
  return (error.body as { conflict?: VersionConflict<Stored> }).conflict ?? null
}

function markRefused<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown) {
  if (!(error instanceof RequestError)) return
  error.issues.forEach(({ path, message }, index) => {
    form.setError(path as FieldPath<Values>, { type: 'server', message }, { shouldFocus: index === 0 })
  })
}
