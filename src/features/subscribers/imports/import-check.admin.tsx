import * as z from 'zod/mini'
import { useAct } from '#admin/api/use-act.ts'
import { useSmallForm } from '#admin/fields/small-form.tsx'
import { formatCount, formatNumber } from '#admin/format.ts'
import { EditableFields, FormPanel } from '#admin/forms/form-layout.tsx'
import { type Column, DataTable } from '#admin/lists/data-table.tsx'
import { StepButtons } from '#admin/lists/steps.tsx'
import { LocalDate } from '#admin/time.tsx'
import { Alert } from '#ui/alert.tsx'
import { type ImportCheck, type ImportStatus, importConsent, importModes } from '../ground/imports.contract.ts'
import { reasons } from './addresses-in.ts'
import { ConsentFields, ModeField } from './consent-fields.admin.tsx'
import { ImportSteps } from './import-steps.admin.tsx'

const contract = z.extend(importConsent, { mode: z.enum(importModes) })
/** Messages that ask to confirm, in an hour. */
const askedAnHour = 100

type Choices = Partial<z.infer<typeof contract>>
type StepProps = {
  status: ImportStatus
  /** Whether the columns were a step before. */
  withColumns: boolean
  onBack: () => void
  onApply: (choices: Choices) => Promise<void>
}
type PanelProps = StepProps & { check: ImportCheck }

/** What the import will do, the proof of consent, and the button that imports. */
export function ImportCheckStep(props: StepProps) {
  const { check, everyone } = props.status
  if (!check) return null
  const unknownTopics = (check.unknownTopics ?? []).map(({ reason: name, count }) => ({
    reason: `Unknown topic “${name}”, skipped`,
    count,
  }))
  return (
    <>
      <ImportSteps current="Check" withColumns={props.withColumns} />
      <p className="text-h3" role="status">
        {sumOf(check)}
      </p>
      <ul className="mt-2 mb-4 grid gap-0.5 text-small text-muted">
        {[...check.reasons, ...unknownTopics].map(({ reason, count }) => (
          <li key={reason} className="wrap-anywhere">
            {formatNumber(count)} × {reason}
          </li>
        ))}
        {check.undated > 0 && <li>{formatCount(check.undated, 'invalid date')}: the day of the import is used</li>}
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
      <FormPanel>
        {form.message && <Alert tone="error">{form.message}</Alert>}
        <ConsentFields field={form.field} />
        <ModeField legend="New subscribers" choice={choice}>
          {form.values.mode === 'ask' && (
            <p className="mt-1 text-small text-muted">
              We send {askedAnHour} of them an hour
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
      <FormPanel title={hasBounced ? 'Bounced addresses' : 'Unsubscribed addresses'}>
        {failure && <Alert tone="error">{failure}</Alert>}
        <p>
          The addresses are stored as {hasBounced ? 'bounced' : 'unsubscribed'}. They receive no newsletters, and later
          imports do not add them again.
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
        {stopped === 1 ? 'One of them is subscribed' : `${formatNumber(stopped)} of them are subscribed`} and will
        receive no more newsletters.
      </Alert>
    )}
    {unreadColumns.map((heading) => (
      <Alert key={heading} tone="warning" className="wrap-anywhere">
        The column “{heading}” is ignored, but seems to say who unsubscribed or bounced. Go back to use it.
      </Alert>
    ))}
  </>
)

/** '289 new, 4 already subscribed, 2 unsubscribed, 1 invalid' */
function sumOf(check: ImportCheck): string {
  const { known, stopped, unsubscribed, erased, unreadable, repeated } = check
  const skipped = check.reasons.find(({ reason }) => reason === reasons.skipped)?.count ?? 0
  return [
    `${formatNumber(check.new)} new`,
    stopped > 0 && `${formatNumber(stopped)} to unsubscribe`,
    known > 0 && `${formatNumber(known)} already subscribed`,
    unsubscribed > 0 && `${formatNumber(unsubscribed)} already unsubscribed`,
    erased > 0 && `${formatNumber(erased)} erased on request`,
    skipped > 0 && `${formatNumber(skipped)} skipped by status`,
    unreadable > skipped && `${formatNumber(unreadable - skipped)} invalid`,
    repeated > 0 && formatCount(repeated, 'duplicate'),
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
    header: 'Result',
    className: 'md:min-w-40',
    cell: (row) => <span className={row.reason && 'text-danger'}>{resultOf(row)}</span>,
  },
  { header: 'Line', align: 'right', className: 'max-md:hidden!', cell: ({ line }) => line },
]

function resultOf({ outcome, reason, state }: Row): string {
  if (reason) return reason
  if (outcome === 'known') return 'Already subscribed'
  if (outcome === 'stopped') return state === 'bounced' ? 'Will be marked as bounced' : 'Will be unsubscribed'
  if (outcome === 'repeated') return 'Duplicate'
  return state === 'unsubscribed' || state === 'bounced' ? `New, ${state}` : 'New'
}
