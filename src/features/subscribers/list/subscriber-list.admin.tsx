import { Plus, Trash2, Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { FormDialog, useSmallForm } from '#admin/fields/small-form.tsx'
import type { Column } from '#admin/lists/data-table.tsx'
import { ExportButton } from '#admin/lists/download-button.tsx'
import { StatusFilter } from '#admin/lists/filter-buttons.tsx'
import { ListScreen } from '#admin/lists/list-screen.tsx'
import { usePagedList } from '#admin/lists/list-state.ts'
import { PersonLink } from '#admin/lists/person-link.tsx'
import { StateMark } from '#admin/lists/record-badges.tsx'
import { RowAction } from '#admin/lists/row-actions.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { LocalDate, LocalDateTime, useToday } from '#admin/time.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { oneSubscriber } from '../ground/imports.contract.ts'
import type { Subscriber, SubscriberState } from '../ground/subscribers.contract.ts'
import { ConsentFields, ModeField } from '../imports/consent-fields.admin.tsx'
import { importPath } from '../imports/import-steps.admin.tsx'

/** The usual state has no tone. */
const states: Record<SubscriberState, { label: string; tone?: 'amber' | 'plain' | 'red' }> = {
  confirmed: { label: 'Confirmed' },
  pending: { label: 'Not confirmed', tone: 'amber' },
  unsubscribed: { label: 'Unsubscribed', tone: 'plain' },
  bounced: { label: 'Bounced', tone: 'red' },
}
const options = [{ value: '', label: 'All' }, ...Object.entries(states).map(([value, { label }]) => ({ value, label }))]

function Origin({ name, source, sourceDetail, importId, consentPage }: Subscriber) {
  const file = importId && (
    <Link to={importPath(importId)} className="link-quiet hover:text-primary">
      {sourceDetail ?? 'Imported'}
    </Link>
  )
  const origin = {
    form: consentPage ? `Signed up on ${consentPage}` : 'Signed up',
    import: file || 'Imported',
    staff: sourceDetail ? `Added by staff: ${sourceDetail}` : 'Added by staff',
  }
  if (!name && !source) return null
  return (
    <span className="block text-small text-muted wrap-anywhere">
      {name}
      {name && source && ' · '}
      {source && origin[source]}
    </span>
  )
}

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
        <Origin {...subscriber} />
      </>
    ),
  },
  {
    header: 'Subscribed At',
    cell: ({ subscribedAt }) => <LocalDateTime iso={subscribedAt} />,
    className: 'md:whitespace-nowrap',
  },
  {
    header: 'State',
    className: 'md:min-w-40 xl:min-w-72',
    cell: ({ state, stateSince, stateReason, subscribedAt, topics, pausedUntil, leftReason }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <StateMark {...states[state]} />
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
    cell: (subscriber) => <RowAction icon={Trash2} label="Remove for good" danger onClick={() => remove(subscriber)} />,
  },
]

export default function SubscriberListScreen() {
  const list = usePagedList({
    api: '/api/newsletter/subscribers',
    filters: ['status'],
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
    const question = `Remove ${email} for good?`
    const detail =
      'Every trace of the address is deleted, including its unsubscription. Do this when its owner asks for it.'
    if (!(await confirm({ question, detail, action: 'Remove' }))) return
    await act(() => adminFetch(`/api/newsletter/subscribers/${_id}`, { method: 'DELETE' }), {
      done: 'Subscriber removed',
      failed: 'Failed to remove subscriber',
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
      filters={<StatusFilter label="State" list={list} statuses={options} />}
      columns={columns(remove)}
      summary={({ subscribedAt, topics, ...subscriber }) => (
        <>
          {states[subscriber.state].label}
          {isPaused(subscriber) && ', paused'}
          {topics && `, only ${topics.join(', ')}`} · <LocalDate iso={subscribedAt} />
        </>
      )}
    >
      {adding && <AddOneDialog onClose={() => setAdding(false)} />}
    </ListScreen>
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
      description="Add only people who have agreed to your newsletters."
      form={form}
      action="Add subscriber"
      onClose={onClose}
    >
      <TextInput {...form.field('email')} type="email" label="Email" autoComplete="off" required />
      <TextInput {...form.field('name')} label="Name" autoComplete="off" />
      <ConsentFields field={form.field} />
      <ModeField legend="Confirmation" choice={mode} ask="Ask to confirm" />
    </FormDialog>
  )
}
