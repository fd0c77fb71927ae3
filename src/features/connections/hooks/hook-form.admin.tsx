import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { LinkDialog } from '#admin/dialogs/link-once.tsx'
import { SmallForm, useSmallForm } from '#admin/fields/small-form.tsx'
import { Checkbox, Choice } from '#admin/forms/controls.tsx'
import { FormColumns, FormPanel } from '#admin/forms/form-layout.tsx'
import { ListBody } from '#admin/lists/list-frame.tsx'
import { useRecordTitle } from '#admin/shell/breadcrumb.tsx'
import { Alert } from '#ui/alert.tsx'
import { Select, TextInput } from '#ui/field.tsx'
import { EmptyState } from '#ui/states.tsx'
import { EventTicks } from './event-ticks.admin.tsx'
import { HookExample } from './hook-example.admin.tsx'
import {
  formNames,
  HookState,
  hooksApi,
  hooksPath,
  useHookCourses,
  useHookEvents,
  useHooks,
} from './hook-words.admin.tsx'
import { type Hook, type HookEvent, hookForms, hookInput, hostOf } from './hooks.contract.ts'

/** The form of a new webhook, or of one that exists. */
export default function HookFormScreen() {
  const { id } = useParams()
  const hooks = useHooks()
  const events = useHookEvents()
  const hook = hooks.data?.find(({ _id }) => _id === id)
  useRecordTitle(id === undefined ? 'New' : hook && hostOf(hook.url))
  const isGone = id !== undefined && !hook
  return (
    <ListBody
      query={(events.isSuccess ? hooks : events) as UseQueryResult<unknown>}
      failure="Failed to fetch the webhooks"
      empty={() => (isGone ? <EmptyState title="Webhook not found" /> : null)}
    >
      {() => <HookForm key={hook?._id} hook={hook} events={events.data ?? []} />}
    </ListBody>
  )
}

type Values = {
  url: string
  form: Hook['form']
  events: string[]
  courseId: string
  personal: boolean
  active: boolean
}

const hints: Record<Hook['form'], string> = {
  generic: 'For your own programs, Zapier, Make or n8n. Signed, with all data as JSON.',
  slack: 'One line in a channel, with a link. You need an incoming webhook from Slack.',
  teams: 'One line in a channel, with a button. You need the workflow “When a webhook request is received”.',
  googleChat: 'One line in a space, with a link. You need a webhook from the space’s settings.',
}
const placeholders: Record<Hook['form'], string> = {
  generic: 'https://example.com/hooks/atrium',
  slack: 'https://hooks.slack.com/services/…',
  teams: 'https://….logic.azure.com/workflows/…',
  googleChat: 'https://chat.googleapis.com/v1/spaces/…',
}

function HookForm({ hook, events }: { hook: Hook | undefined; events: HookEvent[] }) {
  const navigate = useNavigate()
  const [made, setMade] = useState<{ _id: string; secret: string }>()
  const form = useSmallForm<Values, unknown, Hook & { secret?: string }>({
    contract: hookInput,
    defaults: {
      url: hook?.url ?? '',
      form: hook?.form ?? 'generic',
      events: hook?.events ?? [],
      courseId: hook?.courseId ?? '',
      personal: hook?.personal ?? false,
      active: hook?.active ?? true,
    },
    toInput: ({ courseId, ...values }) => ({ ...values, courseId: courseId || null }),
    submit: (json) =>
      hook
        ? adminFetch(`${hooksApi}/${hook._id}`, { method: 'PUT', json, ifMatch: hook.version })
        : adminFetch(hooksApi, { method: 'POST', json }),
    done: hook ? 'Webhook saved' : 'Webhook added',
    reload: hooksApi,
    onDone: ({ _id, secret, form: kind }) =>
      secret !== undefined && kind === 'generic' ? setMade({ _id, secret }) : navigate(`${hooksPath}/${_id}`),
  })
  const { values } = form
  const chosen = events.filter(({ name }) => values.events.includes(name))
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <h1 className="text-h1 wrap-anywhere">{hook ? hostOf(hook.url) : 'New webhook'}</h1>
        {hook && <HookState hook={hook} />}
      </div>
      <SmallForm
        form={form}
        action={hook ? 'Save' : 'Add webhook'}
        onCancel={() => navigate(hook ? `${hooksPath}/${hook._id}` : hooksPath)}
      >
        <FormColumns
          main={
            <>
              <FormPanel title="Where to">
                <fieldset>
                  <legend className="mb-1 text-small font-[560]">Format</legend>
                  <div className="grid gap-x-6 sm:grid-cols-2">
                    {hookForms.map((kind) => (
                      <Choice
                        key={kind}
                        type="radio"
                        value={kind}
                        label={formNames[kind]}
                        hint={hints[kind]}
                        {...form.field('form')}
                      />
                    ))}
                  </div>
                </fieldset>
                <TextInput
                  {...form.field('url')}
                  label="Address"
                  type="url"
                  inputMode="url"
                  placeholder={placeholders[values.form]}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  dir="ltr"
                  required
                />
              </FormPanel>
              <FormPanel title="Events">
                <EventTicks
                  events={events}
                  value={values.events}
                  error={form.errorAt('events')}
                  onChange={(names) => form.set('events', names)}
                />
                <CourseSelect value={values.courseId} field={form.field('courseId')} />
              </FormPanel>
              <FormPanel title="Data and status">
                <Checkbox
                  label="Include messages, email addresses and phone numbers"
                  hint="Otherwise, events have only names, links and IDs."
                  {...checked(form.field('personal'))}
                />
                {values.personal && (
                  <Alert tone="warning">
                    Your visitors’ personal data will leave this site. Check that the receiver is allowed to have it,
                    and mention it in your privacy policy. When you delete a person’s data here, delete it there too.
                  </Alert>
                )}
                <Checkbox
                  label="Active"
                  hint="While it is off, nothing is sent or kept for later."
                  {...checked(form.field('active'))}
                />
              </FormPanel>
            </>
          }
          side={<HookExample form={values.form} event={chosen[0] ?? events[0]} personal={values.personal} />}
        />
      </SmallForm>
      {made && (
        <LinkDialog
          title="Webhook added"
          link={made.secret}
          what="secret"
          lead="The receiver uses this secret to verify that events come from your site."
          onClose={() => navigate(`${hooksPath}/${made._id}`)}
        />
      )}
    </>
  )
}

/** A registered checkbox, whose error is none. */
const checked = <Props extends { error: unknown }>({ error: _, ...props }: Props) => props

type CourseSelectProps = { value: string; field: object & { error?: string | undefined } }

function CourseSelect({ value, field }: CourseSelectProps) {
  const { data: courses = [] } = useHookCourses()
  return (
    <Select
      {...field}
      label="Course"
      hint="Choose one to get only events about that course, including questions about it."
    >
      <option value="">All courses and everything else</option>
      {value && !courses.some(({ _id }) => _id === value) && <option value={value}>The chosen course</option>}
      {courses.map(({ _id, title }) => (
        <option key={_id} value={_id}>
          {title}
        </option>
      ))}
    </Select>
  )
}
