import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import type { AudienceSize, NotificationAct, NotificationStatus } from '../ground/notifications.contract.ts'

/** How often the state of a running notification is fetched, in milliseconds. */
const pollInterval = 1_000

const moves = ({ state }: NotificationStatus) => state === 'held' || state === 'sending'

/** The number of recipients now, and how mail is sent. @param audience as `writeAudience` writes it; everyone when left out */
export const audienceQuery = (audience = '') =>
  adminQuery<AudienceSize>(`/api/newsletters/audience${audience && `?${audience}`}`)

export type About = Pick<NotificationStatus, 'blogId' | 'newsletterId'>

/** The other messages near the moment of one. @param at ISO 8601; '' is now */
export const momentPath = ({ blogId, newsletterId }: About, at: string) =>
  `/api/newsletters/moment?${new URLSearchParams({ ...(at && { at }), ...(blogId && { blogId }), ...(newsletterId && { newsletterId }) })}`

export const callsOf = ({ blogId, newsletterId }: About) =>
  newsletterId === undefined ? `/api/blogs/${blogId}/notification` : `/api/newsletters/${newsletterId}`

/** The screen with all about the sending of a post or a newsletter. */
export const sendingPath = ({ blogId, newsletterId }: About) =>
  newsletterId === undefined ? `/admin/blogs/notification/${blogId}` : `/admin/newsletters/${newsletterId}/results`

/** The state of a notification, fetched again while it changes. That of a record without an id, which is not stored yet, is not fetched. */
export const notificationQuery = (about: About) =>
  queryOptions({
    ...adminQuery<NotificationStatus>(callsOf(about) + (about.newsletterId === undefined ? '' : '/notification')),
    enabled: Boolean(about.newsletterId ?? about.blogId),
    refetchInterval: ({ state: { data } }) => (data && moves(data) ? pollInterval : false),
  })
export const runningNotificationsQuery = () =>
  queryOptions({
    ...adminQuery<{ notifications: NotificationStatus[] }>('/api/newsletters/notifications'),
    refetchInterval: ({ state: { data } }) => (data?.notifications.some(moves) ? pollInterval : false),
  })

const done: Record<NotificationAct, string> = {
  undo: 'Undone. The newsletter will not be sent.',
  pause: 'Sending paused',
  resume: 'Sending resumed',
  retry: 'Resending to failed recipients',
}

/** The actions on a notification. @param onAsks called with whether the post asks for one: not after an undo, again when that is refused */
export function useNotificationAct(about: About, onAsks?: (asks: boolean) => void) {
  const { act, busy } = useAct({
    reload: ['/api/newsletter', about.newsletterId === undefined ? '/api/blogs' : '/api/newsletters'],
  })
  const [pressed, setPressed] = useState<NotificationAct>()
  async function press(action: NotificationAct) {
    setPressed(action)
    // A save during an undo must not ask for the notification again.
    if (action === 'undo') onAsks?.(false)
    const call = () => adminFetch(`${callsOf(about)}/${action}`, { method: 'POST', json: {} })
    if (!(await act(call, { done: done[action] })) && action === 'undo') onAsks?.(true)
  }
  return { press, pressed: busy ? pressed : undefined }
}

/** Sends the message to the signed-in person, with unsaved values of the form if there are any. @returns the message about it */
export async function sendTest(about: About, typed?: object): Promise<string> {
  const call = { method: 'POST', json: typed ?? {} } as const
  const { message } = await adminFetch<{ message: string }>(`${callsOf(about)}/test`, call)
  return typed ? `${message}, with your latest edits` : message
}
