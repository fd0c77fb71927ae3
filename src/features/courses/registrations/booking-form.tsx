import type { ReactNode } from 'react'
import { lookup } from '#contract/lookup.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { FieldError, TextInput } from '#ui/field.tsx'
import { useFormResult } from '#web/form-result.tsx'
import type { LinkParticipant, RegistrationLink } from '../ground/registration-link.contract.ts'

const invoiceFields = [
  { name: 'company', label: 'Company', max: 300 },
  { name: 'gstin', label: 'GSTIN', max: 15 },
  { name: 'poNumber', label: 'PO number', max: 100 },
] as const

const answers: Record<string, string> = {
  saved: 'Your changes are saved.',
  released: 'Your changes are saved. We emailed you a new confirmation with the seats that you keep.',
}

type BookingFormProps = { registration: RegistrationLink; token: string; done: string | null }

/**
 * Who comes, and what is on the invoice: one native form, which works without scripts. Its fields are named by their paths in the call
 * (`app/server/native-forms.ts`). A refused form comes back with what was typed.
 */
export function BookingForm({ registration, token, done }: BookingFormProps) {
  const { participants = [], correctable, invoiced, version } = registration
  const result = useFormResult('registration')
  const { values, issues = {}, message } = result ?? {}
  const atFault = Object.keys(issues)[0]
  const field = (name: string, stored: string | undefined) => ({
    name,
    defaultValue: values?.[name] ?? stored,
    error: issues[name],
    autoFocus: name === atFault,
  })
  const ticked = (name: string, stored: boolean) => (values ? name in values : stored)
  const isOne = participants.length === 1
  const saved = !result && lookup(answers, done)
  if (participants.length === 0 && !correctable) return invoiced && issuedInvoice
  return (
    <form
      id="booking"
      method="post"
      action={`/registration?${new URLSearchParams({ token })}`}
      className="grid scroll-mt-28 gap-10"
    >
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="version" value={version} />
      {saved && (
        <Alert tone="success" tabIndex={-1} autoFocus>
          {saved}
        </Alert>
      )}
      {message && (
        <Alert tone="error" tabIndex={-1} autoFocus>
          {message}
        </Alert>
      )}
      {participants.length > 0 && (
        <Part
          title="Who is coming?"
          lead={
            isOne
              ? 'If someone else comes in your place, tell us who.'
              : 'Name them now or later, until it is over. Their names appear on the attendance list and on certificates.'
          }
        >
          <ol className="grid gap-6">
            {participants.map((participant, index) => (
              <Seat
                key={participant._id}
                participant={participant}
                index={index}
                isOne={isOne}
                field={field}
                ticked={ticked}
              />
            ))}
          </ol>
          {!isOne && <ReleaseSeats participants={participants} issues={issues} ticked={ticked} />}
        </Part>
      )}
      {correctable && (
        <Part title="Invoice details" lead="You can change them until we issue the invoice.">
          <div className="grid gap-5 sm:grid-cols-2">
            {invoiceFields.map(({ name, label, max }) => (
              <TextInput
                key={name}
                {...field(name, registration[name])}
                label={label}
                maxLength={max}
                className={name === 'company' ? 'sm:col-span-2' : undefined}
                autoComplete={name === 'company' ? 'organization' : 'off'}
                {...(name === 'gstin' && { autoCapitalize: 'characters', spellCheck: false })}
              />
            ))}
          </div>
        </Part>
      )}
      <div>
        <Button type="submit">Save changes</Button>
      </div>
      {invoiced && issuedInvoice}
    </form>
  )
}

const issuedInvoice = (
  <p className="text-small text-muted">
    The invoice has been issued. To change its details, reply to one of our emails.
  </p>
)

const Part = ({ title, lead, children }: { title: string; lead: string; children: ReactNode }) => (
  <section className="grid gap-5">
    <div>
      <h2 className="text-h3">{title}</h2>
      <p className="mt-1 text-small text-muted">{lead}</p>
    </div>
    {children}
  </section>
)

type Ticked = (name: string, stored: boolean) => boolean
type SeatProps = {
  participant: LinkParticipant
  index: number
  isOne: boolean
  field: (name: string, stored: string | undefined) => object
  ticked: Ticked
}

function Seat({ participant, index, isOne, field, ticked }: SeatProps) {
  const path = `participants.${index}`
  return (
    <li>
      <fieldset className={classNames('grid gap-x-5 gap-y-4 sm:grid-cols-2', !isOne && 'border-t border-line pt-4')}>
        <legend
          className={isOne ? 'sr-only' : 'float-left w-full pb-1 text-small text-muted tabular-nums sm:col-span-2'}
        >
          Seat {index + 1}
        </legend>
        <input type="hidden" name={`${path}._id`} value={participant._id} />
        <input type="hidden" name={`${path}.version`} value={participant.version} />
        <TextInput {...field(`${path}.name`, participant.name)} label="Name" maxLength={200} autoComplete="off" />
        <TextInput
          {...field(`${path}.email`, participant.email)}
          label="Email"
          type="email"
          maxLength={254}
          autoComplete="off"
        />
        <Tick
          name={`${path}.informed`}
          isTicked={ticked(`${path}.informed`, participant.informed)}
          className="sm:col-span-2"
        >
          Email them the joining details
        </Tick>
      </fieldset>
    </li>
  )
}

type ReleaseProps = { participants: LinkParticipant[]; issues: Record<string, string>; ticked: Ticked }

function ReleaseSeats({ participants, issues, ticked }: ReleaseProps) {
  const names = participants.map((_, index) => `participants.${index}.release`)
  const error = names.map((name) => issues[name]).find(Boolean)
  return (
    <details open={names.some((name) => ticked(name, false))} className="border-y border-line py-3">
      <summary className="text-small font-[560]">Need fewer seats?</summary>
      <fieldset className="mt-3">
        <legend className="mb-1 text-small text-muted">
          Choose the seats to release. We offer them to the next person.
        </legend>
        {participants.map(({ _id, name }, index) => (
          <Tick
            key={_id}
            name={`participants.${index}.release`}
            isTicked={ticked(`participants.${index}.release`, false)}
          >
            Release seat {index + 1}
            {name && <bdi>: {name}</bdi>}
          </Tick>
        ))}
        {error && <FieldError>{error}</FieldError>}
      </fieldset>
    </details>
  )
}

type TickProps = { name: string; isTicked: boolean; className?: string; children: ReactNode }

const Tick = ({ name, isTicked, className, children }: TickProps) => (
  <label className={classNames('flex min-h-8 items-center gap-2 text-small pointer-coarse:min-h-11', className)}>
    <input
      type="checkbox"
      name={name}
      value="true"
      defaultChecked={isTicked}
      className="size-4 shrink-0 accent-primary"
    />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </label>
)
