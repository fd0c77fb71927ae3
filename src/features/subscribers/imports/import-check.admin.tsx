import * as z from 'zod/mini'
import { useAct } from '#admin/api/use-act.ts'
import { useSmallForm } from '#admin/fields/small-form.tsx'
import { formatCount, formatNumber } from '#admin/format.ts'
import { EditableFields, FormPanel } from '#admin/forms/form-layout.tsx'
import { type Column, DataTable } from '#admin/lists/data-table.tsx'
import { LocalDate } from '#admin/time.tsx'
import { Alert } from '#ui/alert.tsx'
import { type ImportCheck, type ImportStatus, importConsent, importModes } from '../ground/imports.contract.ts'
import { reasons } from './addresses-in.ts'
import { ConsentFields, ModeField } from './consent-fields.admin.tsx'
import { ImportSteps, StepButtons } from './import-steps.admin.tsx'

const contract = z.extend(importConsent, { mode: z.enum(importModes) })
/** Messages that ask to confirm, in an hour. */
const askedAnHour = 100

type Choices = Partial<z.infer<typeof contract>>
type StepProps = { status: ImportStatus; onBack: () => void; onApply: (choices: Choices) => Promise<void> }
type PanelProps = StepProps & { check: ImportCheck }

/** The third step: what the import will do, where and when people agreed, and the button that imports. */
export function ImportCheckStep(props: StepProps) {
  const { check, everyone } = props.status
  if (!check) return null
  const unknownTopics = (check.unknownTopics ?? []).map(({ reason: name, count }) => ({
    reason: `The topic “${name}” is not known and left out`,
    count,
  }))
  return (
    <>
      <ImportSteps current="Check" />
      <p className="text-h3" role="status">
        {sumOf(check)}
      </p>
      <ul className="mt-2 mb-4 grid gap-0.5 text-small text-muted">
        {[...check.reasons, ...unknownTopics].map(({ reason, count }) => (
          <li key={reason} className="wrap-anywhere">
            {formatNumber(count)} × {reason}
          </li>
        ))}
        {check.undated > 0 && (
          <li>{formatCount(check.undated, 'date')} cannot be read; the day of the import is used</li>
        )}
      </ul>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <EditableFields className="lg:order-last">
          {everyone === 'agreed' ? <Agreed {...props} check={check} /> : <HaveLeft {...props} check={check} />}
        </EditableFields>
        <DataTable
          label="The first addresses"
          columns={columns}
          rows={check.rows.map((row, index) => ({ ...row, key: String(index) }))}
          rowKey={({ key }) => key}
          summary={(row) => (
            <>
              {row.name && `${row.name} · `}
              {row.topics && `${row.topics.join(', ')} · `}
              {row.date && (
                <>
                  <LocalDate iso={row.date} /> ·{' '}
                </>
              )}
              {resultOf(row)}
            </>
          )}
          emptyText="No addresses"
        />
      </div>
    </>
  )
}

function Agreed({ status: { agreed = '', agreedOn = '', mode }, check, onBack, onApply }: PanelProps) {
  const form = useSmallForm({ contract, defaults: { agreed, agreedOn, mode }, submit: onApply })
  const { error: _, ...choice } = form.field('mode')
  const hours = Math.ceil(check.new / askedAnHour)
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <FormPanel title="They agreed to our newsletters">
        {form.message && <Alert tone="error">{form.message}</Alert>}
        <ConsentFields field={form.field} />
        <ModeField legend="New addresses" choice={choice} ask="Ask each to confirm">
          {form.values.mode === 'ask' && (
            <p className="mt-1 text-small text-muted">
              {askedAnHour} messages an hour leave, after answers and newsletters
              {hours > 1 && `: about ${formatCount(hours, 'hour')}`}.
            </p>
          )}
        </ModeField>
        <Warnings check={check} />
        <StepButtons busy={form.busy} onBack={onBack}>
          Import {formatCount(check.new, 'address', 'addresses')}
        </StepButtons>
      </FormPanel>
    </form>
  )
}

/** A list of people who get no newsletters: nobody has agreed. */
function HaveLeft({ status: { everyone }, check, onBack, onApply }: PanelProps) {
  const { act, busy, failure } = useAct({ inPlace: true })
  const hasBounced = everyone === 'bounced'
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void act(() => onApply({}))
      }}
    >
      <FormPanel title={hasBounced ? 'Everyone here has bounced' : 'Everyone here has left'}>
        {failure && <Alert tone="error">{failure}</Alert>}
        <p>
          The addresses are stored as {hasBounced ? 'bounced' : 'unsubscribed'}. They get no newsletters, and no later
          import adds them again.
        </p>
        <Warnings check={check} />
        <StepButtons busy={busy} onBack={onBack}>
          Import {formatCount(check.new + check.stopped, 'address', 'addresses')}
        </StepButtons>
      </FormPanel>
    </form>
  )
}

const Warnings = ({ check: { stopped, unreadColumns } }: { check: ImportCheck }) => (
  <>
    {stopped > 0 && (
      <Alert tone="warning">
        {stopped === 1 ? 'One of them is a subscriber now' : `${formatNumber(stopped)} of them are subscribers now`} and
        will get no more newsletters.
      </Alert>
    )}
    {unreadColumns.map((heading) => (
      <Alert key={heading} tone="warning" className="wrap-anywhere">
        The column “{heading}” is ignored. It seems to say who has left or bounced: go back to use it.
      </Alert>
    ))}
  </>
)

/** '289 new, 4 known, 2 have unsubscribed (stay so)' */
function sumOf(check: ImportCheck): string {
  const { known, stopped, unsubscribed, erased, unreadable, repeated } = check
  const skipped = check.reasons.find(({ reason }) => reason === reasons.skipped)?.count ?? 0
  const was = (count: number) => (count === 1 ? 'was' : 'were')
  return [
    `${formatNumber(check.new)} new`,
    stopped > 0 && `${formatNumber(stopped)} to unsubscribe`,
    known > 0 && `${formatNumber(known)} known`,
    unsubscribed > 0 && `${formatNumber(unsubscribed)} ${unsubscribed === 1 ? 'has' : 'have'} unsubscribed (stay so)`,
    erased > 0 && `${formatNumber(erased)} ${was(erased)} erased on request (left out)`,
    skipped > 0 && `${formatNumber(skipped)} left out by ${skipped === 1 ? 'its' : 'their'} state`,
    unreadable > skipped && `${formatNumber(unreadable - skipped)} cannot be read`,
    repeated > 0 && `${formatNumber(repeated)} repeated in the file`,
  ]
    .filter(Boolean)
    .join(', ')
}

type Row = ImportCheck['rows'][number]

const columns: Column<Row & { key: string }>[] = [
  {
    header: 'Email',
    className: 'md:w-3/5',
    cell: ({ email }) => <span className="wrap-anywhere">{email || '—'}</span>,
  },
  {
    header: 'Name',
    className: 'md:w-2/5 md:min-w-32',
    cell: ({ name, topics }) => (
      <span className="wrap-anywhere">
        {name}
        {topics && <span className="block text-small text-muted">only {topics.join(', ')}</span>}
      </span>
    ),
  },
  { header: 'Date', cell: ({ date }) => date && <LocalDate iso={date} /> },
  {
    header: 'Import',
    className: 'md:min-w-40',
    cell: (row) => <span className={row.reason && 'text-danger'}>{resultOf(row)}</span>,
  },
  { header: 'Line', align: 'right', cell: ({ line }) => line },
]

function resultOf({ outcome, reason, state }: Row): string {
  if (reason) return reason
  if (outcome === 'known') return 'Known, does not change'
  if (outcome === 'stopped')
    return state === 'bounced' ? 'Subscriber, will be bounced' : 'Subscriber, will be unsubscribed'
  if (outcome === 'repeated') return 'Repeated in the file'
  return state === 'unsubscribed' || state === 'bounced' ? `New, ${state}` : 'New'
}
