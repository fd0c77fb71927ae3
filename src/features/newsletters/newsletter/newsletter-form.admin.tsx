import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import type { TakeFact } from '#admin/editor/pasted-files.tsx'
import { EditableFields, FormPanel } from '#admin/forms/form-layout.tsx'
import type { FormState } from '#admin/forms/form-resource.ts'
import { ReadyPanel } from '#admin/forms/ready-panel.tsx'
import { ResourceForm } from '#admin/forms/resource-form.tsx'
import { When } from '#admin/forms/schedule-field.tsx'
import { PreviewedForm } from '#admin/preview/form-preview.tsx'
import { aloneQuestion, SecondPersonNote } from '#admin/session/second-person.tsx'
import { useMay, useReadOnly } from '#admin/session/use-auth.ts'
import { useTimeZone } from '#admin/time.tsx'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { consequenceOf, isChosen, readAudience } from '../ground/newsletter-words.shared.admin.ts'
import { audienceWords, type Newsletter } from '../ground/newsletters.contract.ts'
import { MessageFields } from '../message/message.shared.admin.tsx'
import { AudienceField, useAudienceChoices } from '../sending/audience-field.shared.admin.tsx'
import { audienceQuery, notificationQuery, sendTest } from '../sending/notification-data.shared.admin.ts'
import { MailNotice, TestButton } from '../sending/notification-panel.shared.admin.tsx'
import { NewsletterChecks, newsletterLooks } from './newsletter-looks.admin.tsx'
import { NewsletterText } from './newsletter-page-form.admin.tsx'
import { type NewsletterValues, newsletters } from './newsletter-resource.admin.ts'
import { SentNewsletter } from './sent-newsletter.admin.tsx'

type Form = FormState<NewsletterValues, Newsletter>

/** A newsletter that is written. From the moment it is confirmed it is shown as it is mailed. */
export default function NewsletterFormScreen() {
  const { id } = useParams()
  const { data: status, isPending } = useQuery(notificationQuery({ newsletterId: id ?? '' }))
  if (id && isPending) return <Spinner />
  if (id && status && status.state !== 'none') return <SentNewsletter id={id} status={status} />
  return (
    <ResourceForm resource={newsletters} mixed>
      {(form: Form) => (
        <PreviewedForm
          main={(toggle) => (
            <NewsletterText
              form={form}
              takeFact={(fact) => takeFact(form, fact)}
              titleHint="The headline readers see. The subject is used if it is empty."
              toggle={toggle}
            />
          )}
          settings={<NewsletterSettings form={form} />}
          views={newsletterLooks(textsOf(form.values))}
        />
      )}
    </ResourceForm>
  )
}

const textsOf = ({ title, subject, preheader, greeting, body }: NewsletterValues) => ({
  title,
  subject,
  preheader,
  greeting,
  body,
})

/** Fills the title or the preheader with a fact of a pasted file. @returns the label of the field */
function takeFact({ values, set, fields }: Form, { is, value }: Parameters<TakeFact>[0]): string | undefined {
  const name = is === 'title' ? 'title' : is === 'description' ? 'preheader' : undefined
  if (!name || values[name] !== '') return undefined
  set(name, value)
  return fields[name].label
}

function NewsletterSettings({ form }: { form: Form }) {
  const { values, set, errorAt, record, dirty, field } = form
  const typed = textsOf(values)
  const [ready, setReady] = useState(false)
  // A question that no longer applies does not come back after later changes.
  if (ready && dirty) setReady(false)
  const { act, busy } = useAct()
  const [asked, setAsked] = useState(false)
  const settings = useRef<HTMLFieldSetElement>(null)
  const isNamed = isChosen(values.audience)
  const size = useQuery({ ...audienceQuery(values.audience), enabled: isNamed })
  function proceed() {
    setAsked(true)
    if (isNamed && size.data?.subscribers !== 0 && !size.error) act(async () => (await form.store()) && setReady(true))
    else settings.current?.querySelector<HTMLElement>('[name=audience]')?.focus()
  }
  const maySend = useMay('sendNewsletters')
  const mayWrite = useMay('writeNewsletters')
  const readOnly = useReadOnly()
  const storeAndTest = async () => {
    const stored = await form.store()
    return stored && sendTest({ newsletterId: stored._id })
  }
  const checks = {
    ...typed,
    newsletterId: record?._id,
    // The check refuses topics while none is chosen.
    ...(isNamed && { audience: readAudience(values.audience) }),
    ...(values.sendAt && { sendAt: values.sendAt }),
  }
  const isReady = ready && record !== null
  return (
    <div className="grid gap-5">
      {isReady ? (
        <ReadyToSend form={form} record={record} onBack={() => setReady(false)} />
      ) : (
        <EditableFields ref={settings}>
          <FormPanel>
            <MessageFields
              values={values}
              set={set}
              errorAt={errorAt}
              subjectRef={field('subject').ref}
              usual={{ subject: values.title, preheader: 'The first words of the newsletter', greeting: 'Hello,' }}
            />
            <AudienceField
              value={values.audience}
              onChange={(audience) => set('audience', audience)}
              error={errorAt('audience')}
              asked={asked || form.submits > 0}
            />
            {maySend ? (
              <>
                <fieldset className="grid gap-3">
                  <When
                    now="Send now"
                    label="Date and time"
                    value={values.sendAt}
                    onChange={(time) => set('sendAt', time)}
                    error={errorAt('sendAt')}
                  />
                </fieldset>
                <MailNotice />
              </>
            ) : (
              !readOnly && <p className="text-small text-muted">You write drafts. Ask for a review to send.</p>
            )}
            {maySend && (
              <div className="flex flex-wrap items-center gap-2">
                <Button size="small" busy={busy} onClick={proceed}>
                  Continue
                </Button>
                {record ? (
                  <TestButton about={{ newsletterId: record._id }} typed={dirty ? typed : undefined} />
                ) : (
                  <Button
                    variant="secondary"
                    size="small"
                    disabled={busy}
                    onClick={() => act(storeAndTest, { done: (told) => told })}
                  >
                    Send test email
                  </Button>
                )}
              </div>
            )}
          </FormPanel>
        </EditableFields>
      )}
      {/* An empty form has nothing to check. */}
      {mayWrite && (record || typed.body !== '') && (
        <FormPanel title="Checks">
          <NewsletterChecks typed={checks} />
        </FormPanel>
      )}
    </div>
  )
}

type ReadyToSendProps = { form: Form; record: Newsletter; onBack: () => void }

function ReadyToSend({
  form: { values, secondPerson },
  record: { _id, version, title, subject },
  onBack,
}: ReadyToSendProps) {
  const zone = useTimeZone()
  const navigate = useNavigate()
  const choices = useAudienceChoices()
  const { data: size, error: refusal } = useQuery(audienceQuery(values.audience))
  const { act, busy, failure } = useAct({ inPlace: true, reload: ['/api/newsletters', '/api/newsletter'] })
  const mayOnlyAlone = secondPerson !== undefined && !secondPerson.approved
  const send = async () => {
    if (mayOnlyAlone && !(await confirm(aloneQuestion(action)))) return
    const call = { method: 'POST', json: {}, ifMatch: version } as const
    // The address of a new newsletter still is that of its empty form.
    if (await act(() => adminFetch(`/api/newsletters/${_id}/send`, call)))
      navigate(`/admin/newsletters/edit/${_id}`, { replace: true })
  }
  const action = values.sendAt > new Date().toISOString() ? 'Schedule' : 'Send'
  const words = audienceWords(readAudience(values.audience), choices)
  return (
    <ReadyPanel
      title="Ready to send?"
      consequence={(now) => refusal?.message ?? consequenceOf(size, values.sendAt, now, zone)}
      action={action}
      busy={busy}
      disabled={!size?.subscribers || refusal !== null || (mayOnlyAlone && !secondPerson.isOwner)}
      onAct={send}
      onBack={onBack}
    >
      <dl className="grid gap-2 text-small">
        <div>
          <dt className="text-muted">Subject</dt>
          <dd className="font-[560] wrap-anywhere">{subject || title}</dd>
        </div>
        <div>
          <dt className="text-muted">To</dt>
          <dd className="wrap-anywhere">{words}</dd>
        </div>
      </dl>
      <SecondPersonNote of={secondPerson} done="sent" />
      {failure && (
        <p role="alert" className="text-small text-danger">
          {failure}
        </p>
      )}
    </ReadyPanel>
  )
}
