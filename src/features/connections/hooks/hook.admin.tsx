import type { UseQueryResult } from '@tanstack/react-query'
import { Pencil, Power, PowerOff, RefreshCw, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { LinkDialog } from '#admin/dialogs/link-once.tsx'
import { ListBody } from '#admin/lists/list-frame.tsx'
import { RowActions } from '#admin/lists/row-actions.tsx'
import { useRecordTitle } from '#admin/shell/breadcrumb.tsx'
import { LocalDateTime } from '#admin/time.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { HookDeliveries } from './hook-deliveries.admin.tsx'
import {
  Details,
  formNames,
  groupsOf,
  HookState,
  hooksApi,
  hooksPath,
  useHookActs,
  useHookCourses,
  useHookEvents,
  useHooks,
} from './hook-words.admin.tsx'
import { type Hook, type HookEvent, hostOf, secretOverlapHours } from './hooks.contract.ts'

/** One webhook: what it is told, its secret, and the log of what was sent. */
export default function HookScreen() {
  const { id } = useParams()
  const hooks = useHooks()
  const events = useHookEvents()
  const hook = hooks.data?.find(({ _id }) => _id === id)
  useRecordTitle(hook && hostOf(hook.url))
  return (
    <ListBody
      query={(events.isSuccess ? hooks : events) as UseQueryResult<unknown>}
      failure="Failed to fetch the webhook"
      empty={() => (hook ? null : <EmptyState title="Webhook not found" as="h1" />)}
    >
      {() => hook && <HookView hook={hook} events={events.data ?? []} />}
    </ListBody>
  )
}

function HookView({ hook, events }: { hook: Hook; events: HookEvent[] }) {
  const { test, switchTo, remove, busy } = useHookActs()
  const rotation = useRotation(hook)
  const navigate = useNavigate()
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-h1 wrap-anywhere">{hostOf(hook.url)}</h1>
        <HookState hook={hook} />
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <Button variant="secondary" size="small" busy={busy} onClick={() => test(hook)}>
            <Send aria-hidden="true" className="size-4" />
            Send a test event
          </Button>
          <RowActions
            name={hostOf(hook.url)}
            actions={[
              { icon: Pencil, short: 'Edit', to: `${hooksPath}/${hook._id}/edit` },
              {
                icon: hook.active ? PowerOff : Power,
                short: hook.active ? 'Turn off' : 'Turn on',
                place: 'menu',
                onClick: () => switchTo(hook, !hook.active),
              },
              // Chats check no signature.
              ...(hook.form === 'generic'
                ? [{ icon: RefreshCw, short: 'Rotate secret', place: 'menu' as const, onClick: rotation.rotate }]
                : []),
              {
                icon: Trash2,
                short: 'Delete',
                danger: true,
                place: 'menu',
                onClick: async () => (await remove(hook)) && navigate(hooksPath),
              },
            ]}
          />
        </div>
      </div>
      <Trouble hook={hook} onSwitch={() => switchTo(hook, true)} />
      <section aria-label="About this webhook" className="rounded-control border border-line bg-raised px-5 py-2">
        <Details facts={factsOf(hook, events)} />
      </section>
      <HookDeliveries hook={hook} events={events} />
      {rotation.dialog}
    </>
  )
}

/** Why a webhook is off, or that its events do not arrive. */
function Trouble({ hook: { active, offReason, failingSince }, onSwitch }: { hook: Hook; onSwitch: () => void }) {
  if (!active && offReason)
    return (
      <Alert tone="error" className="mb-5">
        It was switched off. {offReason}.{' '}
        <button type="button" className="link font-[600]" onClick={onSwitch}>
          Turn on
        </button>
      </Alert>
    )
  if (!active || !failingSince) return null
  return (
    <Alert tone="warning" className="mb-5">
      No event has arrived since <LocalDateTime iso={failingSince} />. The site keeps trying, and switches the webhook
      off after three days.
    </Alert>
  )
}

const factsOf = (hook: Hook, events: HookEvent[]) => [
  {
    name: 'Address',
    value: (
      <span dir="ltr" className="font-mono text-small break-all">
        {hook.url}
      </span>
    ),
  },
  { name: 'Format', value: formNames[hook.form] },
  { name: 'Events', value: <EventNames events={events.filter(({ name }) => hook.events.includes(name))} /> },
  { name: 'Course', value: hook.courseId !== undefined && <CourseName id={hook.courseId} /> },
  {
    name: 'Personal data',
    value: hook.personal ? 'Messages, email addresses and phone numbers are included' : 'Only names, links and IDs',
  },
  {
    name: 'Secret',
    value: hook.formerSecretUntil && (
      <>
        The previous secret also works until <LocalDateTime iso={hook.formerSecretUntil} />
      </>
    ),
  },
  {
    name: 'Added',
    value: (
      <>
        <LocalDateTime iso={hook.createdAt} />
        {hook.createdBy && ` by ${hook.createdBy}`}
      </>
    ),
  },
]

function CourseName({ id }: { id: string }) {
  const { data } = useHookCourses()
  const title = data?.find(({ _id }) => _id === id)?.title
  return <>Only events about {title ? `“${title}”` : 'one course'}</>
}

const EventNames = ({ events }: { events: HookEvent[] }) => (
  <ul className="grid gap-1">
    {groupsOf(events).map(([group, own]) => (
      <li key={group}>
        <span className="text-muted">{group}: </span>
        {own.map(({ name }) => name).join(', ')}
      </li>
    ))}
  </ul>
)

/** The act that replaces the secret, and the dialog with the new one. */
function useRotation({ _id }: Hook) {
  const { act } = useHookActs()
  const [secret, setSecret] = useState<string>()
  return {
    async rotate() {
      const isSure = await confirm({
        question: 'Rotate the secret?',
        detail: `You get a new secret. The current one also works for ${secretOverlapHours} hours, so that you have time to update the receiver.`,
        action: 'Rotate secret',
        harmless: true,
      })
      if (!isSure) return
      const made = await act(() =>
        adminFetch<{ secret: string }>(`${hooksApi}/${_id}/secret`, { method: 'POST', json: {} }),
      )
      setSecret(made?.answer.secret)
    },
    dialog: secret !== undefined && (
      <LinkDialog
        title="New secret"
        link={secret}
        what="secret"
        lead={`Give it to the receiver within ${secretOverlapHours} hours. Until then, the previous secret also works.`}
        onClose={() => setSecret(undefined)}
      />
    ),
  }
}
