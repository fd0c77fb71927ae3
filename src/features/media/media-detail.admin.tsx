import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { acceptedMedia, uploadMedia } from '#admin/api/uploads.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm, type Question } from '#admin/dialogs/confirm.tsx'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { SmallForm, useSmallForm } from '#admin/fields/small-form.tsx'
import { formatCount } from '#admin/format.ts'
import { Checkbox } from '#admin/forms/controls.tsx'
import { FocalField, nameOfMedia } from '#admin/media/library-picture.tsx'
import { FileInput } from '#admin/media/picture-sources.tsx'
import { useDraftsOnly, useMay, useReadOnly } from '#admin/session/use-auth.ts'
import { LocalDate } from '#admin/time.tsx'
import { type MediaDetail, type MediaInput, mediaInput } from '#contract/media-library.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { MediaDeletion, MediaUses } from './media-deletion.admin.tsx'

type DetailProps = {
  id: string
  onClose: () => void
  onReplaced: (id: string) => void
}

export function MediaDetailDialog({ id, onClose, onReplaced }: DetailProps) {
  const { data, isError } = useQuery(adminQuery<MediaDetail>(`/api/media/${id}`))
  const [isUnsaved, setUnsaved] = useState(false)
  const leave = async () => {
    const question: Question = {
      question: 'Leave without saving?',
      detail: 'Your changes will be lost.',
      action: 'Leave',
      cancel: 'Stay',
    }
    if (!isUnsaved || (await confirm(question))) onClose()
  }
  return (
    <Dialog open wide onClose={leave} title={data ? nameOfMedia(data) : 'Media'}>
      {data ? (
        <Detail
          key={`${data._id} ${data.version}`}
          item={data}
          onUnsaved={setUnsaved}
          onClose={onClose}
          onReplaced={onReplaced}
        />
      ) : isError ? (
        <p role="alert">This item is no longer in the library.</p>
      ) : (
        <Spinner />
      )}
    </Dialog>
  )
}

type FormProps = Omit<DetailProps, 'id'> & { item: MediaDetail; onUnsaved: (unsaved: boolean) => void }

function Detail({ item, onUnsaved, onClose, onReplaced }: FormProps) {
  const { _id, kind, url, version, usedIn, alt, caption, credit, decorative } = item
  // A change shows on other screens as well: a replaced picture in the forms, a focal point in the previews.
  const { act, busy } = useAct({ reload: '' })
  const [deleting, setDeleting] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const mayPublish = useMay('publish')
  const draftsOnly = useDraftsOnly()
  const readOnly = useReadOnly() || !item.mayDescribe

  const form = useSmallForm<MediaInput>({
    contract: mediaInput,
    defaults: { name: nameOfMedia(item), alt, caption, credit, decorative, focalX: item.focalX, focalY: item.focalY },
    submit: (json) => adminFetch(`/api/media/${_id}`, { method: 'PUT', json, ifMatch: version }),
    done: 'Saved',
    failed: ({ message }) => message,
    reload: '',
    onDone: onClose,
  })
  useEffect(() => onUnsaved(form.dirty), [form.dirty, onUnsaved])

  async function replace(chosen: File) {
    const detail =
      usedIn.length > 0 ? `It changes right away in ${formatCount(usedIn.length, 'place')}.` : 'Nothing uses it yet.'
    if (!(await confirm({ question: `Replace “${nameOfMedia(item)}”?`, detail, action: 'Replace' }))) return
    await act(async () => onReplaced((await uploadMedia(chosen, {}, _id))._id), { done: 'Replaced everywhere' })
  }

  const decorates = form.values.decorative === true
  return (
    <SmallForm
      form={form}
      action={readOnly ? undefined : 'Save'}
      further={
        mayPublish && (
          <>
            <Button variant="quiet" size="small" className="mr-auto -ml-2 px-2" onClick={() => setDeleting(true)}>
              Delete…
            </Button>
            <Button variant="secondary" size="small" busy={busy} onClick={() => file.current?.click()}>
              Replace…
            </Button>
          </>
        )
      }
    >
      {/* One below the other on a phone, the facts last; in two columns the facts are below the picture. */}
      <div className="grid gap-x-6 gap-y-4 md:grid-cols-2 md:grid-rows-[auto_1fr] [&_:is(input,a,button)]:scroll-mb-20">
        {kind === 'picture' ? (
          <div inert={readOnly}>
            <FocalField item={item} form={form} />
            {!readOnly && (
              <p className="mt-2 text-fine text-muted">
                Covers and link previews keep this point when they crop the image. Click to move it, or use the arrow
                keys.
              </p>
            )}
          </div>
        ) : (
          <a href={url} target="_blank" rel="noopener" className="flex min-h-11 items-center gap-2 link">
            <FileText aria-hidden="true" className="size-5" />
            Open the PDF<span className="sr-only"> (opens in a new tab)</span>
          </a>
        )}
        <fieldset disabled={readOnly} className="grid content-start gap-4 md:col-start-2 md:row-span-2 md:row-start-1">
          <TextInput label="Name" {...form.field('name')} />
          {kind === 'picture' && (
            <>
              <TextInput
                label="Alternative text"
                hint={
                  decorates
                    ? 'Blank, because the image is decorative.'
                    : 'Describe the image for people who cannot see it. We suggest this text wherever you use the image.'
                }
                {...form.field('alt')}
                disabled={decorates}
              />
              <Checkbox
                label="Decorative"
                hint="Screen readers skip it. For images that add nothing to the text."
                checked={decorates}
                onChange={({ target }) => form.set('decorative', target.checked)}
              />
              <TextInput label="Caption" {...form.field('caption')} />
              <TextInput label="Credit" {...form.field('credit')} />
            </>
          )}
        </fieldset>
        <div className="grid content-start gap-3">
          <Facts item={item} />
          {draftsOnly && readOnly && (
            <p className="text-small text-muted">
              More than drafts use this, so only colleagues who can publish may change it.
            </p>
          )}
          <MediaUses uses={usedIn} onFollow={onClose} />
        </div>
      </div>
      <FileInput
        ref={file}
        accept={kind === 'picture' ? 'image/*' : acceptedMedia}
        aria-label="Replace with"
        tabIndex={-1}
        onFiles={([chosen]) => chosen && replace(chosen)}
      />
      {deleting && (
        <MediaDeletion
          item={item}
          onClose={() => setDeleting(false)}
          onReplace={() => {
            setDeleting(false)
            file.current?.click()
          }}
          onLeave={onClose}
        />
      )}
    </SmallForm>
  )
}

function Facts({ item: { width, height, size, createdAt, url } }: { item: MediaDetail }) {
  const facts = [
    width && height ? `${width} × ${height} pixels` : 'PDF',
    size && `${Math.max(1, Math.round(size / 1024))} KB uploaded`,
  ]
  const { act } = useAct()
  const copy = () =>
    act(() => navigator.clipboard.writeText(new URL(url, window.location.origin).href), {
      done: 'Link copied',
      failed: 'The browser does not allow copying',
    })
  return (
    <p className="flex flex-wrap items-center justify-between gap-2 text-small text-muted tabular-nums">
      <span>
        {facts.filter(Boolean).join(' · ')} · <LocalDate iso={createdAt} />
      </span>
      <Button variant="secondary" size="small" onClick={copy}>
        Copy link
      </Button>
    </p>
  )
}
