import { useQueryClient } from '@tanstack/react-query'
import { type BaseSyntheticEvent, useRef, useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { adminFetch, conflictIn, invalidateAdmin } from '#admin/api/admin-calls.ts'
import { uploadsDone } from '#admin/api/uploads.ts'
import { failureInWords, useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { useAutosave } from '#admin/drafts/use-autosave.ts'
import {
  initialValues,
  readNewest,
  readValues,
  switchedOff,
  toFormData,
  withStandards,
  writeValues,
} from '#admin/fields/fields.ts'
import { contractResolver, markRefused } from '#admin/fields/small-form.tsx'
import { capitalised } from '#admin/format.ts'
import { useDraftsOnly } from '#admin/session/use-auth.ts'
import type { VersionConflict } from '#contract/fields.ts'
import { hasBeenLive, isOn } from '#contract/revisions.ts'
import type { WorkingCopy } from '#contract/unpublished.ts'
import { notify } from '#ui/toasts.ts'
import { ApiError } from '#web/http.ts'
import { type AskedRecord, type FormResource, keepsCopies, stageOf, takenIn } from './form-resource.ts'
import { usePublished, usePublishing } from './use-published.ts'

const mostNamed = 4
const lists = new Intl.ListFormat('en')

export type StoredRecord = AskedRecord & {
  version: number
  slug?: string
  workingCopy?: WorkingCopy | undefined
}

type Target = 'live' | 'later'

/**
 * The state of a resource form: it validates by the contract, saves over the version that it was filled from, shows whether that
 * succeeded, and returns to the list (a save by the keyboard stays). If a colleague has saved in the meantime, `conflict` is set. The
 * fields that the server refuses are marked, and the first of them gets the focus.
 * @param stored the record to edit, or null for a new one
 * @param given values of a new record, in place of its first ones
 */
export function useResourceForm<Values extends FieldValues, Stored extends StoredRecord>(
  resource: FormResource<Values>,
  stored: Stored | null,
  given: Partial<Values> = {},
) {
  const { api, one, list, fields, contract, constants, multipart, single } = resource
  const { writePath = (id) => `${api}/${id}`, readPath = (id) => `${api}/${id}` } = resource
  const toInput = (values: Values) => ({ ...writeValues(fields, values), ...constants })
  const draftsOnly = useDraftsOnly()
  const client = useQueryClient()
  const { act } = useAct({ reload: api })
  const navigate = useNavigate()
  const form = useForm<Values>({
    defaultValues: (stored
      ? readValues(fields, stored.workingCopy?.fields ?? stored)
      : { ...initialValues(fields), ...given, ...(draftsOnly && switchedOff(fields)) }) as DefaultValues<Values>,
    resolver: contractResolver(contract, toInput),
  })
  const { isDirty } = form.formState
  const values = useWatch({ control: form.control, compute: (values) => values })
  // The stored record; the first save of a new record sets it when the form stays open.
  const [record, setRecord] = useState(stored)
  // A change to the live record since the working copy was saved is a conflict.
  const [version, setVersion] = useState(stored?.workingCopy?.version ?? stored?.version)
  const [saving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<VersionConflict<Stored> | null>(null)
  const [taken, setTaken] = useState<ReturnType<typeof takenIn>>(null)
  const busy = useRef(false)
  const target = useRef<Target>('live')
  const [openedAt] = useState(() => Date.now())
  const isLive = keepsCopies(resource) && record !== null && (draftsOnly ? isOn(record) : hasBeenLive(record, openedAt))
  // Unpublishing takes effect at once.
  const staysLive = isLive && (draftsOnly || hasBeenLive(values, openedAt))
  /** Someone who may not publish saves all changes to a live or scheduled record as draft. */
  const usual: Target = draftsOnly && staysLive ? 'later' : 'live'
  const copy = record?.workingCopy
  const { secondPerson, isEdited, questionBefore } = usePublishing(resource, record)

  const unsaved = useAutosave<Values>({
    key: `${list.split('/').pop()}/${record?._id ?? 'new'}`,
    value: values,
    read: form.getValues,
    dirty: isDirty,
    version,
    onRestore: (draft, over) => {
      form.reset(withStandards(fields, draft), { keepDefaultValues: true })
      setVersion(over)
    },
  })

  async function send(over: number | undefined, stay: boolean, to = target.current) {
    if (busy.current) return
    busy.current = true
    target.current = to
    try {
      const question = to === 'live' ? await questionBefore(form.getValues()) : undefined
      if (question && !(await confirm(question))) return
      setSaving(true)
      // The image field shows why its upload failed.
      if (!(await uploadsDone())) return
      const typed = withStandards(fields, form.getValues())
      for (const name of Object.keys(typed) as FieldPath<Values>[])
        if (typed[name] !== form.getValues(name)) form.setValue(name, typed[name], { shouldDirty: true })
      const input = toInput(typed)
      const call = multipart ? { form: toFormData(input) } : { json: input }
      const way = to === 'later' ? '/working-copy' : copy ? '?workingCopy=publish' : ''
      const saved = record
        ? await adminFetch<Stored>(`${writePath(record._id)}${way}`, { ...call, method: 'PUT', ifMatch: over })
        : await adminFetch<Stored>(api, { ...call, method: 'POST' })
      await unsaved.clear(typed)
      await invalidateAdmin(client, api)
      notify(
        'success',
        to === 'later'
          ? 'Changes saved as draft'
          : `${capitalised(one)} ${record ? 'updated' : 'created'} successfully`,
      )
      const { notShown = [] } = saved as { notShown?: string[] }
      if (notShown.length > 0) notify('error', `Pages will not show ${lists.format(notShown.slice(0, mostNamed))}.`)
      const stays = stay || single === true
      const opens = (to === 'live' ? await resource.next?.(record, saved).catch(() => undefined) : undefined) ?? list
      if (stays) goOn(typed, saved)
      else navigate(opens)
      published.offer(record, saved, stays ? undefined : opens)
      return saved
    } catch (error) {
      const found = conflictIn<Stored>(error)
      if (found) setConflict(found)
      else {
        const told = failureInWords(error as Error, `Failed to save ${one}`, [])
        if (told) notify('error', told)
        // A server that cannot save at the moment has a reason that belongs to no field.
        if (error instanceof ApiError && error.status > 500) notify('error', error.message)
        markRefused(form, error)
        setTaken(takenIn(error, form.getValues()))
      }
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  const published = usePublished<Values, Stored>(resource, (unpublished) => {
    const flag = ('published' in unpublished ? 'published' : 'active') as FieldPath<Values>
    form.resetField(flag, { defaultValue: false as never })
    setRecord(unpublished)
    setVersion(unpublished.version)
  })

  /** Later changes are compared with the saved values; changes made during the save stay. */
  function goOn(typed: Values, saved: Stored) {
    form.reset(typed, { keepValues: true })
    for (const name of Object.keys(typed) as FieldPath<Values>[])
      form.setValue(name, form.getValues(name), { shouldDirty: true })
    setVersion(saved.version)
    setRecord(saved)
    if (record) return
    // A reload then opens the record. The router is not used, because it would mount another form.
    window.history.replaceState(window.history.state, '', `#${list}/edit/${saved._id}`)
  }

  /** Fills the form with a stored version. */
  function take(stored: Stored) {
    const current = readNewest(fields, stored)
    setVersion(stored.version)
    form.reset(current)
    setRecord(stored)
    unsaved.clear(current)
  }

  return {
    form,
    secondPerson,
    isEdited: () => isEdited(values),
    record,
    values,
    saving,
    found: unsaved.found,
    save: (event?: BaseSyntheticEvent) => form.handleSubmit(() => send(version, false, usual))(event),
    // Ctrl+S does not publish unpublished changes.
    saveAndStay: () => form.handleSubmit(() => send(version, true, staysLive && copy ? 'later' : usual))(),
    /** @param unseen whether nothing may change for visitors, so that a draft stays one, and changes to a live record are saved as draft */
    async store(unseen = false) {
      if (record && !isDirty) return record
      if (unseen && keepsCopies(resource) && !staysLive && stageOf(record, openedAt) !== stageOf(values, openedAt)) {
        if (stageOf(record, openedAt) !== 'draft')
          return void notify('error', 'Save first: your changes affect what visitors see.')
        for (const name of Object.keys(switchedOff(fields)))
          form.setValue(name as FieldPath<Values>, false as never, { shouldDirty: true })
      }
      let saved: Stored | undefined
      await form.handleSubmit(async () => {
        saved = await send(version, true, unseen && staysLive ? 'later' : usual)
      })()
      return saved
    },
    /** Shows the newest version, unless that would replace what was typed. */
    async reread() {
      if (record && !isDirty) take(await adminFetch<Stored>(readPath(record._id)))
    },
    /** Saves the changes as draft; undefined for a record that is not live, and where Save does that. */
    keep: staysLive && usual === 'live' ? () => form.handleSubmit(() => send(version, false, 'later'))() : undefined,
    /** Whether Save saves the changes as draft, as the only save of someone who may not publish. */
    savesDraft: usual === 'later',
    copy,
    async discardCopy() {
      if (!record) return
      const discard = async () => {
        const call = { method: 'DELETE', ifMatch: version } as const
        const left = await adminFetch<Stored>(`${api}/${record._id}/working-copy`, call)
        const live = readValues(fields, left)
        form.reset(live)
        setRecord(left)
        setVersion(left.version)
        await unsaved.clear(live)
      }
      await act(discard, { done: 'Changes discarded', failed: 'Failed to discard the changes' })
    },
    takenSlug: taken
      ? {
          ...taken,
          release() {
            setTaken(null)
            form.clearErrors(taken.field as FieldPath<Values>)
          },
          keepRestored: () => setTaken({ field: taken.field, slug: taken.slug }),
        }
      : undefined,
    conflict,
    /** Saves over a colleague's version. @param theirs the fields in which that version stays */
    saveOver(theirs: FieldPath<Values>[]) {
      if (!conflict) return
      const stored = readNewest(fields, conflict.current)
      for (const name of theirs) form.setValue(name, stored[name], { shouldDirty: true })
      setVersion(conflict.current.version)
      setConflict(null)
      return send(conflict.current.version, false)
    },
    takeTheirs() {
      if (!conflict) return
      take(conflict.current)
      setConflict(null)
    },
    goOnEditing: () => setConflict(null),
  }
}
