import { useQuery } from '@tanstack/react-query'
import { History, Share2, UserSearch } from 'lucide-react'
import { lazy, type ReactNode, useEffect, useEffectEvent } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { useLocation, useNavigate, useParams } from 'react-router'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { UnpublishedBanner, UnsavedBanner } from '#admin/drafts/banners.tsx'
import { ConflictDialog } from '#admin/drafts/conflict-dialog.tsx'
import { useProposalOf } from '#admin/drafts/proposals.tsx'
import { type FormFields, fieldLabels, isRequired, readNewest, readValues } from '#admin/fields/fields.ts'
import { capitalised } from '#admin/format.ts'
import { RemarksButton, RemarksHead, RemarksScope } from '#admin/remarks/remarks.tsx'
import { ReviewStrip } from '#admin/reviews/review-strip.tsx'
import { ReadOnlyContext, useDraftsOnly, useReadOnly } from '#admin/session/use-auth.ts'
import { useRecordTitle } from '#admin/shell/breadcrumb.tsx'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { notify } from '#ui/toasts.ts'
import { failureOf } from '#web/http.ts'
import { DialogButton, FormBar } from './form-bar.tsx'
import { PlainFields } from './form-field.tsx'
import { EditableFields } from './form-layout.tsx'
import type { FormResource, FormState } from './form-resource.ts'
import { ProposalLine } from './proposal-line.tsx'
import { type StoredRecord, useResourceForm } from './use-resource-form.ts'

const HistoryDialog = lazy(() => import('#admin/history/history-dialog.tsx'))
const ShareDialog = lazy(() => import('#admin/preview-links/share-dialog.tsx'))
const AskDialog = lazy(() => import('#admin/reviews/ask-dialog.tsx'))

type ResourceFormProps<Values extends FieldValues, Stored extends StoredRecord> = {
  resource: FormResource<Values>
  /** Values of a new record, in place of its first ones. */
  given?: Partial<Values> | undefined
  /** Renders the fields; the default is all of them in two columns. */
  children?: ((form: FormState<Values, Stored>) => ReactNode) | undefined
  /** Whether there is something among the fields that all roles may use, so that `children` has its own `EditableFields`. */
  mixed?: boolean | undefined
}

/** The form of the record with the `:id` of the address, or of a new one, to which a link may give values: `{ state: { values } }`. */
export function ResourceForm<Values extends FieldValues, Stored extends StoredRecord>({
  resource,
  given,
  children,
  mixed,
}: ResourceFormProps<Values, Stored>) {
  const { id } = useParams()
  const { key, state } = useLocation()
  const stored = useStored<Values, Stored>(resource, id)
  if (stored === undefined) return <Spinner />
  return (
    // A new record that Ctrl+S has saved stays in its form, so another visit to this address needs a form of its own.
    <LoadedForm key={id ?? key} resource={resource} stored={stored} given={given ?? state?.values} mixed={mixed}>
      {children}
    </LoadedForm>
  )
}

/** The current record, never a cached one: null for a new one, undefined while it loads. A failure returns to the list. */
function useStored<Values extends object, Stored extends StoredRecord>(
  { api, one, list, readPath = (id) => `${api}/${id}` }: FormResource<Values>,
  id: string | undefined,
): Stored | null | undefined {
  const navigate = useNavigate()
  const path = readPath(encodeURIComponent(id ?? ''))
  const { data, error } = useQuery({
    queryKey: ['admin', path, 'form'],
    queryFn: ({ signal }) => adminFetch<Stored>(path, { signal }),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useEffect(() => {
    if (!error) return
    notify('error', failureOf(error, `Failed to fetch ${one}`))
    navigate(list, { replace: true })
  }, [error, one, list, navigate])
  return id === undefined ? null : data
}

function LoadedForm<Values extends FieldValues, Stored extends StoredRecord>({
  resource,
  stored,
  given,
  children = (form) => <PlainFields form={form} />,
  mixed = false,
}: ResourceFormProps<Values, Stored> & { stored: Stored | null }) {
  const { form, record, values, saving, keep, savesDraft, copy, conflict, ...state } = useResourceForm(
    resource,
    stored,
    given,
  )
  const path = `${resource.api}/${record?._id}`
  const { isDirty } = form.formState
  const draftsOnly = useDraftsOnly()
  const readOnly = useReadOnly()
  const reviewed =
    record && resource.reviewed
      ? {
          entity: resource.trash ?? '',
          id: record._id,
          version: record.version,
          api: resource.api,
          dirty: isDirty,
          reread: state.reread,
        }
      : undefined
  const asks = resource.reviewed === true && !readOnly
  const asksFirst = asks && draftsOnly
  const { heading, newTitle = `New ${heading}` } = resource
  const name = capitalised(heading)
  const labels = fieldLabels(resource.fields)
  const first = labels[0]
  // The first field of every kind of record is its name.
  const nameOf = (stored: Stored) => (resource.single || !first ? name : String(stored[first.name as keyof Stored]))
  useRecordTitle(record ? nameOf(record) : undefined)
  const onOpen = useEffectEvent(() => {
    // Focuses the first field of a new record, except on devices whose on-screen keyboard would cover half the screen.
    if (!stored && first && window.matchMedia('(pointer: fine)').matches) form.setFocus(first.name as FieldPath<Values>)
  })
  useEffect(() => onOpen(), [])
  const set = (name: FieldPath<Values>, value: unknown) =>
    form.setValue(name, value as never, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  const takeValues = (taken: object) => {
    for (const [name, value] of Object.entries(taken)) set(name as FieldPath<Values>, value)
  }
  const history = (onClose: () => void, compared?: number) => (
    <HistoryDialog
      {...{ path, reviewed, values, compared, onClose }}
      fields={resource.fields as FormFields<object>}
      onTake={takeValues}
    />
  )
  const proposal = useProposalOf(resource.trash, record?._id)
  const savingState = saving ? 'saving' : isDirty ? 'unsaved' : record ? 'saved' : 'new'
  const Fields = mixed ? 'div' : EditableFields
  const errorAt = (name: FieldPath<Values>) => form.getFieldState(name, form.formState).error?.message
  return (
    <ReadOnlyContext value={readOnly}>
      <RemarksScope entity={resource.reviewed ? resource.trash : undefined} record={record} labels={labels}>
        <form noValidate onSubmit={state.save} autoComplete="off">
          <FormBar
            title={resource.single || readOnly ? name : record ? `Edit ${heading}` : newTitle}
            back={resource.list}
            state={savingState}
            onSave={state.saveAndStay}
            saves={savesDraft ? 'draft' : keep && (copy ? 'waiting' : 'live')}
            secondary={resource.ownAct || asksFirst}
          >
            <RemarksButton />
            {record && (
              <DialogButton
                icon={History}
                label="History"
                title="Earlier versions"
                dialog={(onClose) => history(onClose)}
              />
            )}
            {record && resource.reviewed && !readOnly && (
              <DialogButton
                icon={Share2}
                label="Share preview"
                title="Share a preview link"
                dialog={(onClose) => <ShareDialog path={path} unsaved={isDirty} onClose={onClose} />}
              />
            )}
            {asks && (
              <DialogButton
                icon={UserSearch}
                label="Ask for review"
                title="Ask a colleague or someone outside"
                main={asksFirst}
                first={() => state.store(true)}
                dialog={(onClose) => reviewed && <AskDialog of={reviewed} onClose={onClose} />}
              />
            )}
            {keep && !readOnly && (
              <Button variant="secondary" size="small" onClick={keep} disabled={saving}>
                Save as draft
              </Button>
            )}
          </FormBar>
          <UnsavedBanner found={state.found} />
          {proposal && (
            <ProposalLine
              of={proposal}
              list={resource.list}
              onDiscardCopy={state.discardCopy}
              onTake={(fields) => takeValues(readValues(resource.fields, fields))}
              comparison={(base, onClose) => history(onClose, base)}
            />
          )}
          {/* The line above says the same. */}
          {proposal !== undefined && proposal?.kind !== 'change' && (
            <UnpublishedBanner copy={copy} onDiscard={state.discardCopy} />
          )}
          {reviewed && <ReviewStrip of={reviewed} store={() => state.store(true)} />}
          <RemarksHead />
          <Fields className="mt-5">
            {children({
              record,
              fields: resource.fields,
              values,
              dirty: isDirty,
              savingState,
              settle: (name, value) => form.resetField(name, { defaultValue: value as never }),
              errorAt,
              required: (name) => isRequired(resource.contract, name),
              field: (name) => ({ ...form.register(name), error: errorAt(name) }),
              set,
              store: state.store,
              takenSlug: state.takenSlug,
              secondPerson: state.secondPerson,
              isEdited: state.isEdited,
              submits: form.formState.submitCount,
              isRefused: (name) => form.getFieldState(name, form.formState).invalid,
            })}
          </Fields>
          <ConflictDialog
            conflict={conflict && { ...conflict, current: readNewest(resource.fields, conflict.current) }}
            mine={values}
            base={copy ? readValues(resource.fields, copy.base) : (form.formState.defaultValues as Values)}
            fields={labels}
            onSave={(theirs) => state.saveOver(theirs as FieldPath<Values>[])}
            onTakeTheirs={state.takeTheirs}
            onCancel={state.goOnEditing}
          />
        </form>
      </RemarksScope>
    </ReadOnlyContext>
  )
}
