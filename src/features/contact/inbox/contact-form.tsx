import { type ReactNode, useEffect, useState } from 'react'
import { promises } from '#contract/default-words.ts'
import { ConsentLine, Honeypot, usePublicForm } from '#site/form/public-form.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { useSearch } from '#ui/router.ts'
import { useCompany, useWords } from '#web/company-context.tsx'
import { useFormResult } from '#web/form-result.tsx'
import { contactMessages as messages } from '../ground/contact-words.contract.ts'
import { givenMessage, givenSubject, longestSubject, sentenceOf, shippedGaps } from './sentence.ts'

/** The end of the addresses that fill in the form: a browser focuses a field that its address names. */
export const firstFieldId = 'send'

/** The contact form. The address can fill in the subject and the message (`?subject=&message=`), and shows the success of a native post (`?sent=1`). */
export function ContactForm() {
  const search = useSearch()
  const { answerTime, reader } = useWords('promises', promises)
  const { address, asksPhone } = useCompany()
  const [visit, setVisit] = useState<ReactNode>()
  // Its code is not part of the page: it is loaded with the client, and before that the form sends nothing more.
  useEffect(
    () =>
      void import('./visit-line.part.tsx').then(
        ({ default: VisitLine }) => setVisit(<VisitLine />),
        () => {},
      ),
    [],
  )
  const { state, message, issues, typed, answerProps, onSubmit } = usePublicForm({
    answer: useFormResult('contact'),
    call: '/api/contact',
    failure: () => messages.failure,
  })
  const sending = state === 'submitting'
  const arrived = state === 'success' || (state === 'idle' && search.has('sent') && Object.keys(issues).length === 0)
  const atFault = ['name', 'email', 'subject', 'message'].find((name) => issues[name])
  const field = (name: string) => ({
    name,
    required: true,
    error: issues[name],
    autoFocus: name === atFault,
    defaultValue: typed[name],
  })
  const subject = typed['subject'] ?? givenSubject(search) ?? ''

  return (
    <form method="post" action="/contact" noValidate onSubmit={onSubmit} className="grid gap-5">
      {arrived && (
        <Alert {...answerProps} tone="success" className="scroll-mt-16 sm:p-6">
          <p className="font-display text-h3">{messages.success}</p>
          <p className="mt-1.5">
            {`${answerTime && `${reader || 'Someone'} reads it and replies within ${answerTime}. `}You can send another message below.`}
          </p>
        </Alert>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextInput
          {...field('name')}
          id={firstFieldId}
          label="Name"
          placeholder="Your name"
          autoComplete="name"
          maxLength={200}
        />
        <TextInput
          {...field('email')}
          label="Email"
          type="email"
          placeholder="you@company.com"
          autoComplete="email"
          maxLength={254}
        />
      </div>
      {asksPhone && (
        <TextInput
          name="phone"
          label="Phone (optional)"
          type="tel"
          autoComplete="tel"
          maxLength={60}
          defaultValue={typed['phone']}
        />
      )}
      <TextInput
        {...field('subject')}
        key={subject}
        label="Subject"
        placeholder="How can we help?"
        maxLength={longestSubject}
        defaultValue={subject}
      />
      <div className="beginning relative">
        <TextArea
          {...field('message')}
          label="Message"
          placeholder="Your message..."
          rows={6}
          maxLength={20_000}
          defaultValue={typed['message'] ?? givenMessage(search, address.city)}
        />
        <button
          type="button"
          data-press="/sentence.js"
          className="js-only absolute top-19 left-3.75 mr-3.75 text-start text-small text-muted hover:text-ink"
        >
          <span className="link">Start with a sentence</span>: {sentenceOf(shippedGaps(address.city))}
        </button>
      </div>
      {state === 'error' && (
        <Alert {...answerProps} tone="error">
          {message}
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" size="large" busy={sending}>
          {sending ? 'Sending...' : 'Send Message'}
        </Button>
        {answerTime && <p className="text-small text-muted">{`We reply within ${answerTime}.`}</p>}
      </div>
      {visit}
      <ConsentLine form="contact" />
      <Honeypot />
    </form>
  )
}
