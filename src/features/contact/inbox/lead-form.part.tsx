import { type ReactNode, useEffect } from 'react'
import { promises } from '#contract/default-words.ts'
import { answerName, labelOf, type OwnField } from '#contract/own-fields.ts'
import { ConsentLine, Honeypot, usePublicForm, VisitFields } from '#site/form/public-form.tsx'
import { manyLines } from '#site/page/target-link.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { TextArea, TextInput } from '#ui/field.tsx'
import { useRouter, useSearch } from '#ui/router.ts'
import { useWords } from '#web/company-context.tsx'
import { useFormResult } from '#web/form-result.tsx'
import { ApiError } from '#web/http.ts'
import { contactMessages as messages } from '../ground/contact-words.contract.ts'
import { OwnFields } from './form-fields.tsx'

/** The record whose form it is: a section of a page, or an opening. */
export type FormOwner = { pageId: string; section: number } | { openingId: string }

export type LeadFormProps = {
  /** Where it is posted without scripts. */
  action: string
  /** Begins the ids of its fields, and is that of the first one. */
  id: string
  /** Left out on Contact. */
  owner?: FormOwner | undefined
  fields?: OwnField[] | undefined
  phone?: boolean | undefined
  company?: boolean | undefined
  button?: string | undefined
  thanks?: string | undefined
  messageLabel?: string | undefined
}

type ContactParts = {
  /** Subject and message, where visitors write the subject too. */
  children?: (form: { field: FieldOf; typed: Record<string, string> }) => ReactNode
}

type FieldOf = (name: string) => {
  name: string
  id: string
  required: true
  error: string | undefined
  autoFocus: boolean
  defaultValue: string | undefined
}

/** The name of a form in the address of its success. */
const nameOf = (owner: FormOwner | undefined): string =>
  owner === undefined ? '1' : 'openingId' in owner ? owner.openingId : `${owner.section}`

/** Answers are a list, in which a label may be any text. */
const answersOf = (fields: FormData) => ({
  answers: [...fields].flatMap(([name, value]) => {
    const label = labelOf(name)
    return label === undefined || typeof value !== 'string' ? [] : { label, value }
  }),
})

/** A refused field says itself what is wrong, and a form that is gone where to write instead. */
const failure = (error: unknown) =>
  error instanceof ApiError && error.code === 'form_gone' ? error.message : messages.failure

/** A form whose messages become requests: on Contact, on pages that staff have built, and of openings. */
export default function LeadForm({
  action,
  id,
  owner,
  fields = [],
  phone = false,
  company = false,
  button = 'Send Message',
  thanks,
  messageLabel = 'Message',
  children,
}: LeadFormProps & ContactParts) {
  const search = useSearch()
  const { navigate } = useRouter()
  const { answerTime } = useWords('promises', promises)
  const answered = useFormResult('contact')
  const names = Object.entries(owner ?? {}).map(([name, value]) => [name, String(value)] as const)
  const isOurs =
    answered && (owner ? names.every(([name, value]) => answered.values[name] === value) : !hasOwner(answered.values))
  const { state, message, issues, typed, result, answerProps, onSubmit } = usePublicForm({
    answer: isOurs ? answered : null,
    call: '/api/contact',
    failure,
    more: (sent) => (fields.length > 0 ? answersOf(sent) : {}),
  })
  const to = (result as { to?: string } | null)?.to
  useEffect(() => {
    if (to !== undefined) navigate(to)
  }, [to, navigate])
  const sending = state === 'submitting'
  const hasIssues = Object.keys(issues).length > 0
  const arrived = state === 'success' || (state === 'idle' && search.get('sent') === nameOf(owner) && !hasIssues)
  const order = [
    'name',
    'email',
    'phone',
    'company',
    'subject',
    'message',
    ...fields.map(({ label }) => answerName(label)),
  ]
  const atFault = order.find((name) => issues[name])
  const field: FieldOf = (name) => ({
    name,
    id: name === 'name' ? id : `${id}-${name}`,
    required: true,
    error: issues[name],
    autoFocus: name === atFault,
    defaultValue: typed[name],
  })
  const takesFile = fields.some(({ kind }) => kind === 'file')
  return (
    <form
      method="post"
      action={action}
      {...(takesFile && { encType: 'multipart/form-data' })}
      noValidate
      onSubmit={onSubmit}
      className="grid gap-5"
    >
      {owner && <input type="hidden" name="_form" value="contact" />}
      {names.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {arrived && (
        <Alert {...answerProps} tone="success" className="scroll-mt-16 sm:p-6">
          <Thanks text={thanks} />
        </Alert>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextInput {...field('name')} label="Name" placeholder="Your name" autoComplete="name" maxLength={200} />
        <TextInput
          {...field('email')}
          label="Email"
          type="email"
          placeholder="you@company.com"
          autoComplete="email"
          maxLength={254}
        />
      </div>
      {(phone || company) && (
        <div className={classNames('grid gap-5', phone && company && 'sm:grid-cols-2')}>
          {phone && (
            <TextInput
              {...field('phone')}
              required={false}
              label="Phone (optional)"
              type="tel"
              autoComplete="tel"
              maxLength={60}
            />
          )}
          {company && (
            <TextInput
              {...field('company')}
              required={false}
              label="Company (optional)"
              autoComplete="organization"
              maxLength={300}
            />
          )}
        </div>
      )}
      {children?.({ field, typed }) ?? (
        <TextArea
          {...field('message')}
          label={messageLabel}
          placeholder="Your message..."
          rows={6}
          maxLength={20_000}
        />
      )}
      <OwnFields id={id} fields={fields} issues={issues} typed={typed} atFault={atFault} again={Boolean(isOurs)} />
      {state === 'error' && (
        <Alert {...answerProps} tone="error">
          {message}
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" size="large" {...manyLines} busy={sending}>
          {sending ? 'Sending...' : button}
        </Button>
        {answerTime && <p className="text-small text-muted">{`We reply within ${answerTime}.`}</p>}
      </div>
      <VisitFields typed={typed} />
      <ConsentLine form="contact" />
      <Honeypot />
    </form>
  )
}

const hasOwner = (values: Record<string, string>) => Boolean(values['pageId'] || values['openingId'])

function Thanks({ text }: { text: string | undefined }) {
  const { answerTime, reader } = useWords('promises', promises)
  if (text) return <p className="font-display text-h3 whitespace-pre-line wrap-anywhere">{text}</p>
  return (
    <>
      <p className="font-display text-h3">{messages.success}</p>
      <p className="mt-1.5">
        {`${answerTime && `${reader || 'Someone'} reads it and replies within ${answerTime}. `}You can send another message below.`}
      </p>
    </>
  )
}
