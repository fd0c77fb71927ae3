import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { consentLines } from '#contract/default-words.ts'
import { maxFileBytes } from '#contract/own-fields.ts'
import { Link } from '#ui/link.tsx'
import { useCompany, useWords } from '#web/company-context.tsx'
import type { FormResult } from '#web/form-result.tsx'
import { ApiError, postForm, postJson } from '#web/http.ts'

declare global {
  interface Window {
    /** The signed form token, which proves when a form was first touched: the boot script fetches it at the first focus. */
    formToken?: Promise<string | undefined>
    /** Where the visit began, from the boot script: `referrer` is the site before it, empty if there was none, and absent if it is not known. */
    visit: () => { path: string; source?: string; campaign?: string; referrer?: string }
  }
}

type PublicForm = {
  /** The server's answer to a native post, if this form shows it. */
  answer: FormResult | null
  /** The public API call that takes the fields as JSON or, where the form has a file, as a multipart form. */
  call: string
  failure: (error: unknown) => string
  /** Gives what is sent in addition to the fields, such as a field with several values. */
  more?: (fields: FormData) => object
}

type PublicFormState = 'idle' | 'submitting' | 'success' | 'error'

type Outcome = {
  state: PublicFormState
  message: string
  code: string
  issues: Record<string, string>
  result: unknown
  sent: Record<string, unknown>
}

/**
 * A form that works as a native post without the client and by `fetch` with it. The fields keep their values until the server has
 * accepted them. They are uncontrolled: each has a `name`, and its rules are HTML attributes (`required`, `type="email"`).
 * @returns the form's state, the message and the code of a failure, the call's answer to a success and the fields that it took, the message at
 * each field, the values that a native post sent, and the properties of the banner that shows the answer: it takes the focus, and so scrolls into view, unless an
 * invalid field has it
 */
export function usePublicForm({ answer, call, failure, more }: PublicForm) {
  const { message = '', code = '', issues = {}, values = {} } = answer ?? {}
  const [outcome, setOutcome] = useState<Outcome>({
    state: message ? 'error' : 'idle',
    message,
    code,
    issues,
    result: null,
    sent: {},
  })
  const change = (changes: Partial<Outcome>) => setOutcome((present) => ({ ...present, ...changes }))
  const { state } = outcome
  const busy = useRef(false)
  const banner = useRef<HTMLDivElement>(null)
  const focusBanner = useRef(false)

  useEffect(() => {
    if (focusBanner.current && (state === 'success' || state === 'error')) banner.current?.focus()
  }, [state])

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy.current) return
    const element = event.currentTarget
    // The client itself sends a form without a button (`boot.js`).
    const button = (event.nativeEvent as SubmitEvent).submitter ?? element.querySelector<HTMLElement>('[type=submit]')
    const found = fieldIssues(element)
    change({ state: 'idle', issues: found })
    if (focusFirst(element, found)) return

    busy.current = true
    change({ state: 'submitting' })
    try {
      const fields = new FormData(element, button)
      const formToken = await window.formToken
      if (element.enctype === 'multipart/form-data' && formToken !== undefined) fields.set('formToken', formToken)
      const result =
        element.enctype === 'multipart/form-data'
          ? await postForm(call, fields)
          : await postJson(call, { ...Object.fromEntries(fields), ...more?.(fields), formToken })
      element.reset()
      focusBanner.current = true
      change({ state: 'success', result, sent: Object.fromEntries(fields) })
    } catch (error) {
      const { issues, code } = error instanceof ApiError ? error : { issues: [], code: '' }
      const refused = Object.fromEntries(issues.map(({ path, message }) => [path, message]))
      change({ state: 'error', issues: refused, message: failure(error), code })
      focusBanner.current = !focusFirst(element, refused)
    } finally {
      busy.current = false
    }
  }

  return {
    ...outcome,
    typed: values,
    // Without scripts the browser does the same for the page that answers a post.
    answerProps: { ref: banner, tabIndex: -1, autoFocus: true },
    onSubmit,
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
const isControl = (element: Element): element is Control => element.matches('input,select,textarea')

/** Checks the rules that the HTML attributes state. A value of only white space counts as missing. */
function fieldIssues(form: HTMLFormElement): Record<string, string> {
  const issues: Record<string, string> = {}
  for (const control of form.elements) {
    if (!isControl(control) || !control.name) continue
    const issue = controlIssue(control)
    if (issue) issues[control.name] = issue
  }
  return issues
}

function controlIssue(control: Control): string | undefined {
  const { checked, files, type } = control as HTMLInputElement
  if (control.required && type === 'checkbox' && !checked) return 'Please tick this box'
  if ([...(files ?? [])].some(({ size }) => size > maxFileBytes))
    return `This file is too large: at most ${maxFileBytes / 1024 / 1024} MB.`
  if (control.required && control.value.trim() === '')
    return `${control.labels?.[0]?.textContent ?? control.name} is required`
  // Not every browser knows domains in other scripts, which the server accepts.
  if (control.validity.typeMismatch && /^[ -~]*$/.test(control.value)) return 'Please enter a valid email address'
  return undefined
}

/** Focuses the first field with an issue. @returns whether there is an issue */
function focusFirst(form: HTMLFormElement, issues: Record<string, string>): boolean {
  const control = [...form.elements].find(
    (element) => element instanceof HTMLElement && (element as Control).name in issues,
  )
  if (control instanceof HTMLElement) control.focus()
  return Object.keys(issues).length > 0
}

/**
 * One line about what is stored of a form, and why, as staff write it; its last sentence leads to the privacy document. The form sends the id of
 * the wording, because it may change while the page is open.
 */
export function ConsentLine({ form }: { form: keyof typeof consentLines }) {
  const line = useWords('consent', consentLines)[form]
  const id = useCompany().consent?.[form]
  const [, before, last, end] = /^(.*[.!?] )?(.+?)([.!?]?)$/s.exec(line) ?? []
  return (
    last && (
      <p data-consent className="text-fine text-muted">
        {before}
        <Link to="/privacy" className="link">
          {last}
        </Link>
        {end}
        {id && <input type="hidden" name="consent" value={id} />}
      </p>
    )
  )
}

/** A field that people neither see nor reach, except in browsers without styles: a value identifies a bot. */
export const Honeypot = () => (
  <div aria-hidden="true" className="absolute -left-[200vw] h-px w-px overflow-hidden">
    <label>
      Leave this field empty
      <input type="text" name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)

/** The fields with the visit. Their code is not part of the page: it is loaded with the client, and before that a form sends nothing more. */
export function VisitFields({ typed }: { typed: Record<string, string> }) {
  const [visit, setVisit] = useState<ReactNode>()
  useEffect(
    () =>
      void import('./visit-line.part.tsx').then(
        ({ default: VisitLine }) => setVisit(<VisitLine />),
        () => {},
      ),
    [],
  )
  return visit ?? (typed['page'] && <input type="hidden" name="page" value={typed['page']} />)
}
