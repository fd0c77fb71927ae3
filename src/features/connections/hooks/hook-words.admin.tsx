import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { deliveryWords, type ShownState } from '#contract/deliveries.ts'
import { Badge } from '#ui/badge.tsx'
import { type Hook, type HookDelivery, type HookEvent, hostOf } from './hooks.contract.ts'

export const hooksApi = '/api/hooks'
export const hooksPath = '/admin/connections/hooks'

type Form = Hook['form']
export const formNames: Record<Form, string> = {
  generic: 'Standard Webhooks',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  googleChat: 'Google Chat',
}

export const useHooks = () => useQuery(adminQuery<Hook[]>(hooksApi))
/** The kinds of event, which follow from the program. */
export const useHookEvents = () => useQuery({ ...adminQuery<HookEvent[]>(`${hooksApi}/events`), staleTime: Infinity })

/** The courses by which events are filtered. */
export const useHookCourses = () =>
  useQuery(adminQuery<{ _id: string; title: string }[]>('/api/courses/adminCourses?limit=1000'))

/** Of the kinds of event each heading with its own. */
export const groupsOf = (events: HookEvent[]): [string, HookEvent[]][] => [...Map.groupBy(events, ({ group }) => group)]

const states = { active: 'Active', failing: 'Failing', ended: 'Switched off', off: 'Off' } as const
const stateLooks = { active: 'green', failing: 'amber', ended: 'red', off: 'plain' } as const

const stateOf = ({ active, offReason, failingSince }: Hook) =>
  active ? (failingSince ? 'failing' : 'active') : offReason ? 'ended' : 'off'

/** Whether a webhook is on, and whether its events arrive, in words. */
export const stateName = (hook: Hook): string => states[stateOf(hook)]

export const HookState = ({ hook }: { hook: Hook }) => <Badge tone={stateLooks[stateOf(hook)]}>{stateName(hook)}</Badge>

const stateTones: Record<ShownState, 'plain' | 'amber' | 'green' | 'red'> = {
  waiting: 'plain',
  sending: 'plain',
  retrying: 'amber',
  sent: 'green',
  skipped: 'plain',
  failed: 'red',
}

const onItsWay: ShownState[] = ['waiting', 'sending']

/** The state of a delivery, with the status of the answer that it has led to: 'Delivered · 200'. */
export const DeliveryBadge = ({ state, status }: Pick<HookDelivery, 'state' | 'status'>) => (
  <Badge tone={stateTones[state]} className="tabular-nums">
    {[state === 'sent' ? 'Delivered' : deliveryWords[state], onItsWay.includes(state) ? undefined : status]
      .filter((part) => part !== undefined)
      .join(' · ')}
  </Badge>
)

const inputOf = ({ url, form, events, courseId, personal, active }: Hook) => ({
  ...{ url, form, events, personal, active },
  courseId: courseId ?? null,
})

/** The acts on a webhook. The list is loaded again after each. */
export function useHookActs() {
  const { act, busy } = useAct({ reload: hooksApi })
  return {
    act,
    busy,
    test: ({ _id }: Hook) =>
      act(() => adminFetch<HookDelivery>(`${hooksApi}/${_id}/test`, { method: 'POST', json: {} }), {
        done: ({ state, status, reason }) =>
          state === 'sent'
            ? `Test event delivered: the answer was ${status}`
            : `Test event not delivered${reason ? `: ${reason}` : ''}`,
      }),
    switchTo: (hook: Hook, active: boolean) =>
      act(() => adminFetch(`${hooksApi}/${hook._id}`, { method: 'PUT', json: { ...inputOf(hook), active } }), {
        done: active ? 'Webhook turned on' : 'Webhook turned off',
      }),
    async remove({ _id, url }: Hook): Promise<boolean> {
      const isSure = await confirm({
        question: 'Are you sure you want to delete this webhook?',
        detail: `${hostOf(url)} gets no more events. The log of its deliveries is deleted too.`,
        action: 'Delete',
      })
      if (!isSure) return false
      const deleted = await act(() => adminFetch(`${hooksApi}/${_id}`, { method: 'DELETE' }), {
        done: 'Webhook deleted',
      })
      return deleted !== undefined
    },
  }
}

/** Names with their values next to them. One without a value is left out. */
export const Details = ({ facts }: { facts: { name: string; value: ReactNode }[] }) => (
  <dl className="divide-y divide-line">
    {facts
      .filter(({ value }) => value !== undefined && value !== false && value !== '')
      .map(({ name, value }) => (
        <div key={name} className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <dt className="text-small text-muted sm:pt-0.5">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
  </dl>
)
