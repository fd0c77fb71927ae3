import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { adminQuery, invalidateAdmin } from '#admin/api/queries.ts'
import { notify } from '#ui/toasts.ts'
import type { AudienceSize, NotificationAct, NotificationStatus } from '../ground/notifications.contract.ts'

/** How often the state of a running notification is fetched, in milliseconds. */
const pollInterval = 1_000

const moves = ({ state }: NotificationStatus) => state === 'held' || state === 'sending'

/**
 * The number of recipients that a notification would have now, and how mail is sent.
 * @param audience the parameters of the call, as `writeAudience` writes them; everyone when left out
 */
export const audienceQuery = (audience = '') =>
  adminQuery<AudienceSize>(`/api/newsletter/audience${audience && `?${audience}`}`)

/** The record that a notification is about. */
export type About = Pick<NotificationStatus, 'blogId' | 'letterId'>

/** The other messages near the moment of one. @param at ISO 8601; '' is now */
export const momentPath = ({ blogId, letterId }: About, at: string) =>
  `/api/newsletter/moment?${new URLSearchParams({ ...(at && { at }), ...(blogId && { blogId }), ...(letterId && { letterId }) })}`

/** The path of the calls of a notification. */
export const callsOf = ({ blogId, letterId }: About) =>
  letterId === undefined ? `/api/blogs/${blogId}/notification` : `/api/letters/${letterId}`

/** The screen with all about the sending of a post or a letter. */
export const sendingPath = ({ blogId, letterId }: About) =>
  letterId === undefined ? `/admin/blogs/notification/${blogId}` : `/admin/letters/${letterId}/results`

/** The state of a notification, fetched again while it changes. That of a record without an id, which is not stored yet, is not fetched. */
export const notificationQuery = (about: About) =>
  queryOptions({
    ...adminQuery<NotificationStatus>(callsOf(about) + (about.letterId === undefined ? '' : '/notification')),
    enabled: Boolean(about.letterId ?? about.blogId),
    refetchInterval: ({ state: { data } }) => (data && moves(data) ? pollInterval : false),
  })
export const runningNotificationsQuery = () =>
  queryOptions({
    ...adminQuery<{ notifications: NotificationStatus[] }>('/api/newsletter/notifications'),
    refetchInterval: ({ state: { data } }) => (data?.notifications.some(moves) ? pollInterval : false),
  })

const done: Record<NotificationAct, string> = {
  undo: 'Undone. The newsletter is not sent.',
  pause: 'Sending is paused',
  resume: 'Sending resumed',
  retry: 'Sending again to failed recipients',
}

/**
 * The actions on a notification, each with its toast.
 * @param onAsks called with whether the post asks for a notification: not from the moment of an undo, again when that is refused
 */
export function useNotificationAct(about: About, onAsks?: (asks: boolean) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (act: NotificationAct) => adminFetch(`${callsOf(about)}/${act}`, { method: 'POST', json: {} }),
    // A save during an undo must not ask for the notification again.
    onMutate: (act) => {
      if (act === 'undo') onAsks?.(false)
    },
    onSuccess: (_, act) =>
      notify('success', act === 'undo' && about.letterId !== undefined ? 'Undone. The letter is not sent.' : done[act]),
    onError: ({ message }, act) => {
      notify('error', message)
      if (act === 'undo') onAsks?.(true)
    },
    onSettled: async () => {
      await invalidateAdmin(client, '/api/newsletter')
      await invalidateAdmin(client, about.letterId === undefined ? '/api/blogs' : '/api/letters')
    },
  })
}

/** Sends the message to the signed-in person, with unsaved values of the form if there are any, and says so in a toast. */
export const sendTest = (about: About, typed?: object) =>
  adminFetch<{ message: string }>(`${callsOf(about)}/test`, { method: 'POST', json: typed ?? {} }).then(
    ({ message }) => notify('success', typed ? `${message}, with your latest edits` : message),
    ({ message }: Error) => notify('error', message),
  )
