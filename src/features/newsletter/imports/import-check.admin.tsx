import * as z from 'zod/mini'
import { useSmallForm } from '#admin/fields/use-small-form.ts'
import { formatCount, formatNumber } from '#admin/format.ts'
import { Choice } from '#admin/forms/checkbox.tsx'
import { EditableFields, FormPanel } from '#admin/forms/form-columns.tsx'
import { type Column, DataTable } from '#admin/lists/data-table.tsx'
import { LocalDate } from '#admin/lists/date-time.tsx'
import { useReadOnly } from '#admin/session/permissions.ts'
import { useToday } from '#admin/use-time-zone.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { ImportSteps } from './import-steps.admin.tsx'
import { type ImportCheck, type ImportStatus, importConsent, importModes } from './imports.contract.ts'

const contract = z.extend(importConsent, { mode: z.enum(importModes) })
/** Messages that ask to confirm, in an hour. */
const askedAnHour = 100

type ImportCheckProps = {
  status: ImportStatus
  onBack: () => void
  onApply: (choices: z.infer<typeof contract>) => Promise<void>
}

/** The third step: what the import will do, where and when people agreed, and the button that imports. */
export function ImportCheckStep({ status, onBack, onApply }: ImportCheckProps) {
  const { check, agreed = '', agreedOn = '', mode } = status
  const readOnly = useReadOnly()
  const today = useToday()
  const form = useSmallForm({ contract, defaults: { agreed, agreedOn, mode }, submit: onApply })
  if (!check) return null
  const { error: _, ...choice } = form.field('mode')
  const hours = Math.ceil(check.new / askedAnHour)
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <ImportSteps current="Check" />
      <p className="text-h3" role="status">
        {sumOf(check)}
      </p>
      <ul className="mt-2 mb-4 grid gap-0.5 text-small text-muted">
        {check.reasons.map(({ reason, count }) => (
          <li key={reason} className="wrap-anywhere">
            {formatNumber(count)} × {reason}
          </li>
        ))}
        {check.unknownTopics?.map(({ reason, count }) => (
          <li key={reason} className="wrap-anywhere">
            {formatNumber(count)} × The topic “{reason}” is not known and left out
          </li>
        ))}
        {check.undated > 0 && (
          <li>{formatCount(check.undated, 'date')} cannot be read; the day of the import is used</li>
        )}
      </ul>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <EditableFields className="lg:order-last">
          <FormPanel title="They agreed to our letters">
            {form.message && <Alert tone="error">{form.message}</Alert>}
            <TextInput
              label="Where"
              hint="Such as: our stand at the fair in Pune, on a list"
              required
              {...form.field('agreed')}
            />
            <TextInput label="When" type="date" max={today} required {...form.field('agreedOn')} />
            <fieldset>
              <legend className="mb-1 text-small font-[560]">New addresses</legend>
              <Choice type="radio" value="confirmed" label="Count as confirmed" {...choice} />
              <Choice type="radio" value="ask" label="Ask each to confirm" {...choice} />
              {form.watch('mode') === 'ask' && (
                <p className="mt-1 text-small text-muted">
                  {askedAnHour} messages an hour leave, after answers and newsletters
                  {hours > 1 && `: about ${formatCount(hours, 'hour')}`}.
                </p>
              )}
            </fieldset>
            {!readOnly && (
              <div className="flex flex-wrap justify-end gap-2">
                <Button variant="secondary" size="small" onClick={onBack}>
                  Back
                </Button>
                <Button type="submit" size="small" busy={form.busy}>
                  Import {formatCount(check.new, 'address', 'addresses')}
                </Button>
              </div>
            )}
          </FormPanel>
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
    </form>
  )
}

/** '289 new, 4 known, 2 have unsubscribed (stay so)' */
function sumOf(check: ImportCheck): string {
  const { known, unsubscribed, erased, unreadable, repeated } = check
  const was = (count: number) => (count === 1 ? 'was' : 'were')
  return [
    `${formatNumber(check.new)} new`,
    known > 0 && `${formatNumber(known)} known`,
    unsubscribed > 0 && `${formatNumber(unsubscribed)} ${unsubscribed === 1 ? 'has' : 'have'} unsubscribed (stay so)`,
    erased > 0 && `${formatNumber(erased)} ${was(erased)} erased on request (left out)`,
    unreadable > 0 && `${formatNumber(unreadable)} cannot be read`,
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
  if (outcome === 'repeated') return 'Repeated in the file'
  return state === 'unsubscribed' || state === 'bounced' ? `New, ${state}` : 'New'
}
