import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2, Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { FormDialog, OptionalSelect, useSmallForm } from '#admin/fields/small-form.tsx'
import type { Column } from '#admin/lists/data-table.tsx'
import { ExportButton } from '#admin/lists/download-button.tsx'
import { StatusFilter } from '#admin/lists/filter-buttons.tsx'
import { ListScreen } from '#admin/lists/list-screen.tsx'
import { usePagedList } from '#admin/lists/list-state.ts'
import { PersonLink } from '#admin/lists/person-link.tsx'
import { StateMark } from '#admin/lists/record-badges.tsx'
import { RowAction } from '#admin/lists/row-actions.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { formatDay, LocalDate, LocalDateTime, useTimeZone, useToday } from '#admin/time.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { type ImportSummary, oneSubscriber } from '../ground/imports.contract.ts'
import { subscriberStateNames as names, type Subscriber, type SubscriberState } from '../ground/subscribers.contract.ts'
import { ConsentFields, ModeField } from '../imports/consent-fields.admin.tsx'

/** The usual state has no tone. */
const tones: Record<SubscriberState, 'amber' | 'plain' | 'red' | undefined> = {
  confirmed: undefined,
  pending: 'amber',
  unsubscribed: 'plain',
  bounced: 'red',
}
const options = Object.entries({ '': 'All', ...names }).map(([value, label]) => ({ value, label }))

/** The name, and where somebody signed up. The import is a filter, since hundreds of rows have the same. */
const originOf = ({ name, source, sourceDetail, consentPage }: Subscriber) =>
  [
    name,
    source === 'form' && (consentPage ? `Signed up on ${consentPage}` : 'Signed up'),
    source === 'staff' && (sourceDetail ? `Added by staff: ${sourceDetail}` : 'Added by staff'),
  ]
    .filter(Boolean)
    .join(' · ')

const isPaused = ({ state, pausedUntil = '' }: Pick<Subscriber, 'state' | 'pausedUntil'>) =>
  state === 'confirmed' && pausedUntil > new Date().toISOString()

const columns = (remove: (subscriber: Subscriber) => void): Column<Subscriber>[] => [
  // An address of 30 characters is never broken.
  {
    header: 'Email',
    className: 'md:w-full md:min-w-[calc(30ch+1.5rem)]',
    cell: (subscriber) => (
      <>
        <PersonLink email={subscriber.email}>{subscriber.email}</PersonLink>
        <span className="block text-small text-muted wrap-anywhere empty:hidden">{originOf(subscriber)}</span>
      </>
    ),
  },
  {
    header: 'Subscribed At',
    cell: ({ subscribedAt }) => <LocalDateTime iso={subscribedAt} />,
    className: 'md:whitespace-nowrap',
  },
  {
    header: 'Status',
    className: 'md:min-w-40 xl:min-w-72',
    cell: ({ state, stateSince, stateReason, subscribedAt, topics, pausedUntil, leftReason }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <StateMark label={names[state]} tone={tones[state]} />
        {stateSince !== subscribedAt && (
          <span className="text-small text-muted">
            since <LocalDate iso={stateSince} />
          </span>
        )}
        {stateReason && <span className="text-small text-muted wrap-anywhere">{stateReason}</span>}
        {leftReason && <span className="text-small text-muted">“{leftReason}”</span>}
        {isPaused({ state, pausedUntil }) && (
          <span className="text-small text-muted">
            paused until <LocalDate iso={pausedUntil ?? ''} />
          </span>
        )}
        {topics && <span className="text-small text-muted wrap-anywhere">only {topics.join(', ')}</span>}
      </span>
    ),
  },
  {
    header: 'Actions',
    align: 'right',
    cell: (subscriber) => <RowAction icon={Trash2} label="Delete for good" danger onClick={() => remove(subscriber)} />,
  },
]

export default function SubscriberListScreen() {
  const list = usePagedList({
    api: '/api/newsletter/subscribers',
    filters: ['status', 'source'],
    rowsOf: ({ subscribers }: { subscribers: Subscriber[] }) => subscribers,
  })
  const readOnly = useReadOnly()
  const [adding, setAdding] = useState(false)
  const { error } = list.query
  // As specified, a failure shows an empty list and is only logged to the console.
  useEffect(() => {
    if (error) console.warn('The subscribers could not be fetched', error)
  }, [error])
  const { act } = useAct({ reload: '/api/newsletter' })
  const remove = async ({ _id, email }: Subscriber) => {
    const question = `Delete ${email} for good?`
    const detail =
      'This deletes everything about the address, including that it unsubscribed. Do this when the subscriber asks for it.'
    if (!(await confirm({ question, detail, action: 'Delete' }))) return
    await act(() => adminFetch(`/api/newsletter/subscribers/${_id}`, { method: 'DELETE' }), {
      done: 'Subscriber deleted',
      failed: 'Failed to delete subscriber',
    })
  }
  return (
    <ListScreen
      title="Newsletter Subscribers"
      what="subscribers"
      emptyText="No subscribers found"
      list={list}
      actions={
        <>
          {!readOnly && (
            <Button size="small" aria-haspopup="dialog" onClick={() => setAdding(true)}>
              <Plus aria-hidden="true" className="size-4" />
              Add subscriber
            </Button>
          )}
          {!readOnly && (
            <ButtonLink variant="secondary" size="small" to="/admin/subscribers/import">
              <Upload aria-hidden="true" className="size-4" />
              Import CSV
            </ButtonLink>
          )}
          <ExportButton
            list={list}
            path="/api/newsletter/subscribers.csv"
            fileName="subscribers.csv"
            failure="Failed to export subscribers"
          />
        </>
      }
      filters={
        <>
          <StatusFilter list={list} statuses={options} />
          <SourceFilter {...list.filter('source')} />
        </>
      }
      columns={columns(remove)}
      summary={({ subscribedAt, topics, ...subscriber }) => (
        <>
          {names[subscriber.state]}
          {isPaused(subscriber) && ', paused'}
          {topics && `, only ${topics.join(', ')}`} · <LocalDate iso={subscribedAt} />
        </>
      )}
    >
      {adding && <AddOneDialog onClose={() => setAdding(false)} />}
    </ListScreen>
  )
}

const filteredImports = 100

/** Sign-ups, those whom staff added, and each import. */
function SourceFilter({ value, onChoose }: { value: string; onChoose: (value: string) => void }) {
  const zone = useTimeZone()
  const { data } = useQuery(
    adminQuery<{ imports: ImportSummary[] }>(`/api/newsletter/imports?limit=${filteredImports}`),
  )
  const imports = (data?.imports ?? []).filter(({ _id, added, undoneAt }) => _id === value || (added > 0 && !undoneAt))
  return (
    <OptionalSelect
      label="Source"
      hideLabel
      className="w-52 max-sm:w-auto max-sm:min-w-40 max-sm:flex-1"
      value={value}
      none="All sources"
      options={[
        ['form', 'Sign-up form'],
        ['staff', 'Added by staff'],
        ...imports.map(
          ({ _id, fileName, at }) => [_id, `${fileName ?? 'Pasted addresses'}, ${formatDay(at, zone)}`] as const,
        ),
      ]}
      onChoose={onChoose}
    />
  )
}

function AddOneDialog({ onClose }: { onClose: () => void }) {
  const today = useToday()
  const form = useSmallForm({
    contract: oneSubscriber,
    defaults: { email: '', name: '', agreed: '', agreedOn: today, mode: 'confirmed' },
    submit: (json) => adminFetch<{ message: string }>('/api/newsletter/subscribers', { method: 'POST', json }),
    done: ({ message }) => message,
    reload: '/api/newsletter',
    onDone: onClose,
  })
  const { error: _, ...mode } = form.field('mode')
  return (
    <FormDialog
      title="Add a subscriber"
      description="Add only people who agreed to receive your newsletter."
      form={form}
      action="Add subscriber"
      onClose={onClose}
    >
      <TextInput {...form.field('email')} type="email" label="Email" autoComplete="off" required />
      <TextInput {...form.field('name')} label="Name" autoComplete="off" />
      <ConsentFields field={form.field} />
      <ModeField legend="Confirmation" choice={mode} />
    </FormDialog>
  )
}
