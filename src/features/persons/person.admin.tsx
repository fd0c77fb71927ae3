import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Eraser, Link2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { adminFetch, adminQuery, downloadFile } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { deleteDraftsOf } from '#admin/drafts/draft.ts'
import { FormDialog, useSmallForm } from '#admin/fields/small-form.tsx'
import { capitalised, formatCount } from '#admin/format.ts'
import { Checkbox } from '#admin/forms/controls.tsx'
import { FormattedText, MessageText } from '#admin/preview/message-text.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { useRecordTitle } from '#admin/shell/breadcrumb.tsx'
import { LocalDate, LocalDateTime } from '#admin/time.tsx'
import { isDay } from '#contract/fields.ts'
import { mostInBulk } from '#contract/lists.ts'
import { fileWords } from '#contract/own-fields.ts'
import { countsInWords, eraseWord, noteKind, type PersonAnswer, type PersonEntry } from '#contract/persons.ts'
import { Button } from '#ui/button.tsx'
import { formatDate } from '#ui/date.tsx'
import { TextInput } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { listPath } from '#web/api-query.ts'
import { PersonLinkDialog } from './person-link-dialog.admin.tsx'
import { type EraseAnswer, eraseInput } from './persons.contract.ts'
import { ResolveAll } from './resolve-all.shared.admin.tsx'

/** The letters of a text that the timeline shows; the screen that its title leads to has all of them. */
const shownLetters = 600
const shortened = (text: string) => (text.length > shownLetters ? `${text.slice(0, shownLetters)}…` : text)

/** The name that the person gave last. */
const nameOf = ({ names, email }: PersonAnswer) => names.at(-1) ?? email

/** Everything that is stored about one address, in order of time. */
export default function PersonScreen() {
  const { id: key = '' } = useParams()
  const query = useQuery(adminQuery<PersonAnswer>(`/api/persons/${encodeURIComponent(key)}`))
  const readOnly = useReadOnly()
  const [erasing, setErasing] = useState(false)
  const [linking, setLinking] = useState(false)
  const { data: person } = query
  useRecordTitle(person && nameOf(person))
  if (query.isPending) return <Spinner />
  if (!person) return <ErrorState message={query.error?.message ?? ''} onRetry={() => query.refetch()} as="h1" />
  const { email, names, account, counts, entries, more, written } = person
  const name = nameOf(person)
  const further = names.filter((one) => one !== name)
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 dir="auto" className="text-h1 wrap-anywhere">
            {name}
          </h1>
          <p className="mt-1 flex flex-wrap gap-x-3 text-muted">
            {name !== email && (
              <a href={`mailto:${email}`} className="link wrap-anywhere">
                {email}
              </a>
            )}
            {further.length > 0 && <span className="wrap-anywhere">Also {further.join(', ')}</span>}
          </p>
          <p className="mt-1 text-small text-muted">
            {countsInWords(counts)}
            {' · '}
            {written.last === undefined ? (
              'Never emailed'
            ) : (
              <>
                Emailed {more && 'at least '}
                {formatCount(written.count, 'time')}, last on <LocalDate iso={written.last} />
              </>
            )}
          </p>
        </div>
        {!readOnly && (
          <div className="flex flex-wrap gap-2">
            <ResolveOpen person={key} />
            <ExportPerson person={person} format="html" label="Download report" />
            <ExportPerson person={person} format="json" label="Download JSON" />
            <Button variant="secondary" size="small" onClick={() => setLinking(true)}>
              <Link2 aria-hidden="true" className="size-4" />
              Create a link…
            </Button>
            {!account && (
              <Button variant="secondary" size="small" className="text-danger!" onClick={() => setErasing(true)}>
                <Eraser aria-hidden="true" className="size-4" />
                Delete personal data…
              </Button>
            )}
          </div>
        )}
      </div>
      {account && (
        <p className="mt-4 text-small text-muted">This is a colleague’s address. Delete their account under Users.</p>
      )}
      {more && (
        <p className="mt-4 text-small text-muted">Only the newest entries are shown. The report has all of them.</p>
      )}
      <ol aria-label="Timeline" className="mt-6 border-b border-line">
        {entries.map((entry, index) => (
          // The entries have no ids, and none is moved.
          <Entry key={`${entry.at} ${index}`} entry={entry} />
        ))}
      </ol>
      {linking && <PersonLinkDialog person={person} onClose={() => setLinking(false)} />}
      {erasing && <ErasePerson person={person} onClose={() => setErasing(false)} />}
    </>
  )
}

/** Resolves the open requests of the person, where there are several. */
function ResolveOpen({ person }: { person: string }) {
  const path = listPath('/api/contact', { person, status: 'pending', limit: mostInBulk })
  const { data = [] } = useQuery(adminQuery<{ _id: string; version?: number }[]>(path))
  return <ResolveAll requests={data} />
}

function Entry({ entry: { at, kind, title, text, html, by, facts = [], files = [], path } }: { entry: PersonEntry }) {
  return (
    <li className="grid gap-x-6 gap-y-1 border-t border-line py-3 md:grid-cols-[10.5rem_minmax(0,1fr)]">
      <p className="text-small text-muted">
        <LocalDateTime iso={at} />
      </p>
      <div className="min-w-0">
        <h2 className={kind === 'change' ? 'text-body wrap-anywhere' : 'font-[560] wrap-anywhere'}>
          {path ? (
            <Link to={path} className="link-quiet hover:text-primary">
              {title}
            </Link>
          ) : (
            title
          )}
          <span className="ml-2.5 font-text text-small font-normal tracking-normal text-muted">
            {[kind !== 'change' && capitalised(kind), by].filter(Boolean).join(' · ')}
          </span>
        </h2>
        {html ? <FormattedText html={html} /> : text && <MessageText>{shortened(text)}</MessageText>}
        {facts.length > 0 && (
          <dl className="mt-2 flex max-w-[80ch] flex-wrap gap-x-5 gap-y-0.5 text-small">
            {facts.map(({ name, value }) => (
              <div key={name} className="flex min-w-0 gap-1.5">
                <dt className="shrink-0 text-muted">{name}</dt>
                <dd className="wrap-anywhere">{isDay(value) ? formatDate(value) : value}</dd>
              </div>
            ))}
          </dl>
        )}
        {files.map((file) => (
          <p key={file._id} className="mt-1 text-small text-muted wrap-anywhere">
            {fileWords(file)}
          </p>
        ))}
      </div>
    </li>
  )
}

type ExportPersonProps = { person: PersonAnswer; format: 'html' | 'json'; label: string }

/** Downloads everything about a person. If colleagues have written notes, it says so first. */
function ExportPerson({ person: { key, email, counts }, format, label }: ExportPersonProps) {
  const { act, busy } = useAct()
  const notes = counts.filter(({ kind }) => kind === noteKind)
  const run = async () => {
    let leaveOut = false
    const question = {
      question: `Download everything about ${email}?`,
      detail: `It includes ${countsInWords(notes)} of your team. People may have a right to read notes about themselves.`,
      field: (
        <Checkbox
          label="Leave out internal notes"
          hint="The file says how many are left out."
          onChange={({ target }) => (leaveOut = target.checked)}
        />
      ),
      action: 'Download',
      harmless: true,
    }
    if (notes.length > 0 && !(await confirm(question))) return
    const path = listPath(`/api/persons/${encodeURIComponent(key)}/export`, {
      format,
      notes: leaveOut ? 'without' : '',
    })
    await act(() => downloadFile(path, `person.${format}`))
  }
  return (
    <Button variant="secondary" size="small" busy={busy} onClick={run}>
      <Download aria-hidden="true" className="size-4" />
      {label}
    </Button>
  )
}

/** Names the data to erase, and asks for a word, since it cannot be undone. */
function ErasePerson({ person, onClose }: { person: PersonAnswer; onClose: () => void }) {
  const { key, email, counts, entries, reach } = person
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useSmallForm({
    contract: eraseInput,
    defaults: { word: '' },
    async submit(json) {
      const path = `/api/persons/${encodeURIComponent(key)}/erase`
      const answer = await adminFetch<EraseAnswer>(path, { method: 'POST', json })
      // A browser without storage has no drafts.
      await deleteDraftsOf(entries.flatMap(({ path }) => path?.split('/').at(-1) ?? [])).catch(() => {})
      return answer
    },
    done: ({ message }) => message,
    onDone() {
      navigate('/admin/contacts')
      // No list and no page keeps the person.
      client.removeQueries({ queryKey: ['admin'] })
    },
  })
  return (
    <FormDialog
      title={`Delete personal data of ${email}?`}
      description={`This permanently deletes ${countsInWords(counts)}.`}
      form={form}
      action="Delete permanently"
      danger
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1 ps-5 text-small text-muted">
        {reach.split('\n').map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <TextInput
        {...form.field('word')}
        label={`Type ${eraseWord} to confirm`}
        autoComplete="off"
        autoCapitalize="characters"
        required
      />
    </FormDialog>
  )
}
