import { promises } from '#contract/default-words.ts'
import { dayAndMonth } from '#contract/zoned-format.ts'
import { ConsentLine, Honeypot, usePublicForm, VisitFields } from '#site/form/public-form.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { formatDate } from '#ui/date.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { useSearch } from '#ui/router.ts'
import { useWords } from '#web/company-context.tsx'
import { useFormResult } from '#web/form-result.tsx'
import { ApiError } from '#web/http.ts'
import { weekdays } from '../ground/cohort-words.contract.ts'
import { type Asked, kindOf } from '../ground/courses.queries.ts'
import { pressButton, type RegistrationKind } from '../ground/registration-words.contract.ts'

type AskFormProps = { asked: Asked; kind: RegistrationKind }

const texts: Record<RegistrationKind, { title: (date: string) => string; lead?: string; send: string }> = {
  enrol: {
    title: (date) => `Enroll${date}`,
    lead: 'No payment now. We confirm your seat by email.',
    send: 'Request my seat',
  },
  waitlist: {
    title: (date) => `Join the waitlist${date}`,
    lead: 'We offer free seats in the order of the waitlist, as soon as there are enough for your group.',
    send: 'Join the waitlist',
  },
  nextDate: {
    title: () => 'Hear about the next date',
    lead: 'We will email you when there is a new date. Your preferences help us choose it.',
    send: 'Notify me',
  },
  question: { title: () => 'Ask about this course', send: 'Send my question' },
}
/** An event costs nothing. */
const forEvent = { title: (date: string) => `Register${date}`, lead: 'We confirm your seat by email.' }
const failed = 'Failed to send. Please try again.'
/** The refusals after which someone can join the waitlist. */
const noSeatCodes = ['full', 'too_few']

/** A person's request for a course or an event: a seat, a place on the waitlist, the next date, or a question. */
export default function AskForm({ asked: { form, action, hidden, startsOn }, kind }: AskFormProps) {
  const search = useSearch()
  const forDate = startsOn ? ` for ${dayAndMonth(startsOn)}` : ''
  const isEvent = form === 'event'
  const { lead, send, title } = { ...texts[kind], ...(isEvent && kind === 'enrol' && forEvent) }
  const answer = useFormResult(form)
  const { state, message, code, result, sent, issues, typed, answerProps, onSubmit } = usePublicForm({
    answer,
    call: '/api/course-requests',
    // A refused field says itself what is wrong.
    failure: (error) => (error instanceof ApiError ? (error.issues.length > 0 ? '' : error.message) : failed),
    more: (data) => ({ months: data.getAll('months'), weekdays: data.getAll('weekdays') }),
  })
  const posted = kindOf(search.get('sent')) !== null && state === 'idle' && !answer
  const sending = state === 'submitting'
  const canWait = kind === 'enrol' && noSeatCodes.includes(code)
  // The date has no field.
  const problem = (state === 'error' && message) || issues['cohortId']
  const atFault = ['name', 'email', 'people', 'company', 'gstin', 'message'].find((name) => issues[name])
  const field = (name: string) => ({
    name,
    // A live part of a still page brings its own ids.
    id: `ask-${name}`,
    error: issues[name],
    autoFocus: name === atFault,
    defaultValue: typed[name],
  })
  // Someone who wanted a seat may have joined the waitlist.
  const done = (sent['kind'] as RegistrationKind | undefined) ?? kind
  const heading = (
    <h2 id="ask-title" className="text-h2">
      {done === kind ? title(forDate) : texts[done].title(forDate)}
    </h2>
  )
  if (state === 'success' || posted) {
    const place = Number(posted ? search.get('place') : (result as { place?: number }).place)
    const confirm = posted ? search.has('confirm') : (result as { confirm?: boolean }).confirm
    return (
      <>
        {heading}
        <Alert {...answerProps} tone="success" className="mt-5 scroll-mt-28 sm:p-6">
          <Thanks kind={done} place={place} confirm={confirm ?? false} forDate={forDate} />
        </Alert>
      </>
    )
  }
  const isInvoiced = !isEvent && (kind === 'enrol' || kind === 'waitlist')
  return (
    <>
      {heading}
      {lead && <p className="mt-2 text-small text-muted">{lead}</p>}
      {/* With a fragment in the address, browsers do not focus the field at fault. */}
      <form method="post" action={action} noValidate onSubmit={onSubmit} className="mt-6 grid gap-5">
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextInput {...field('name')} label="Name" required autoComplete="name" maxLength={200} />
          <TextInput {...field('email')} label="Email" type="email" required autoComplete="email" maxLength={254} />
        </div>
        {kind !== 'question' && (
          <TextInput
            {...field('people')}
            label="Number of people"
            type="number"
            inputMode="numeric"
            min={1}
            max={50}
            defaultValue={typed['people'] ?? 1}
            className="w-40"
          />
        )}
        {kind === 'nextDate' && <Preferences typed={typed} />}
        <TextArea
          {...field('message')}
          label={kind === 'question' ? 'Question' : 'Message (optional)'}
          required={kind === 'question'}
          rows={kind === 'question' ? 5 : 3}
          maxLength={20_000}
        />
        {isInvoiced && (
          <details open={Boolean(typed['company'] || typed['gstin'] || issues['company'] || issues['gstin'])}>
            <summary className="cursor-pointer text-small font-[560]">Invoice my company</summary>
            <div className="mt-4 grid gap-5 sm:grid-cols-2">
              <TextInput {...field('company')} label="Company" autoComplete="organization" maxLength={300} />
              <TextInput
                {...field('gstin')}
                label="GSTIN"
                placeholder="27AAPFU0939F1ZV"
                autoComplete="off"
                autoCapitalize="characters"
                maxLength={20}
              />
            </div>
          </details>
        )}
        {problem && (
          <Alert {...answerProps} tone="error">
            {problem}
          </Alert>
        )}
        <div className="flex flex-wrap gap-3">
          {!(canWait && code === 'full') && (
            <Button
              type="submit"
              name="kind"
              value={kind}
              size="large"
              busy={sending}
              variant={canWait ? 'secondary' : 'primary'}
            >
              {sending ? 'Sending...' : send}
            </Button>
          )}
          {canWait && (
            <Button type="submit" name="kind" value="waitlist" size="large" disabled={sending}>
              {texts.waitlist.send}
            </Button>
          )}
        </div>
        <VisitFields typed={typed} />
        <ConsentLine form="contact" />
        <Honeypot />
      </form>
    </>
  )
}

type ThanksProps = { kind: RegistrationKind; place: number; confirm: boolean; forDate: string }

function Thanks({ kind, place, confirm, forDate }: ThanksProps) {
  const { answerTime, reader } = useWords('promises', promises)
  const title = confirm
    ? 'Check your inbox.'
    : kind === 'waitlist' && place > 0
      ? `You are number ${place} on the waitlist${forDate}.`
      : thanks[kind]
  const isAnswered = kind === 'question' && answerTime
  const lead = confirm ? pressButton : isAnswered && `${reader || 'Someone'} reads it and answers within ${answerTime}.`
  return (
    <>
      <p className="font-display text-h3">{title}</p>
      {lead && <p className="mt-1.5">{lead}</p>}
    </>
  )
}

const thanks: Record<RegistrationKind, string> = {
  enrol: 'Thank you. We will email you about your seat.',
  waitlist: 'Thank you. You are on the waitlist.',
  nextDate: 'Thank you. We will email you when there is a new date.',
  question: 'Thank you. We received your question.',
}

const monthsOffered = 6

function Preferences({ typed }: { typed: Record<string, string> }) {
  const now = new Date()
  const months = Array.from({ length: monthsOffered }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 + index, 1)).toISOString().slice(0, 10),
  )
  const weekdayChoices = weekdays.map((label, index) => ({ label, value: `${index + 1}` }))
  const monthChoices = months.map((day) => ({ label: formatDate(day).slice(2), value: day.slice(0, 7) }))
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Choices name="months" legend="Preferred months" choices={monthChoices} typed={typed['months']} />
      <Choices name="weekdays" legend="Preferred days" choices={weekdayChoices} typed={typed['weekdays']} />
    </div>
  )
}

type ChoicesProps = {
  name: string
  legend: string
  choices: { label: string; value: string }[]
  /** The values of a native post, with commas between them. */
  typed: string | undefined
}

const Choices = ({ name, legend, choices, typed = '' }: ChoicesProps) => (
  <fieldset>
    <legend className="mb-1.5 text-small font-[560]">{legend}</legend>
    <div className="flex flex-wrap gap-2">
      {choices.map(({ label, value }) => (
        <label
          key={value}
          className="flex min-h-11 items-center gap-2 rounded-control border border-edge px-3 text-small has-checked:border-primary has-checked:bg-primary-soft"
        >
          <input
            type="checkbox"
            name={name}
            value={value}
            defaultChecked={typed.split(',').includes(value)}
            className="size-4 accent-primary"
          />
          {label}
        </label>
      ))}
    </div>
  </fieldset>
)
