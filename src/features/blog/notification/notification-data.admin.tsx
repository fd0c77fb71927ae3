import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Audience, NotificationStatus } from './notifications.contract.ts'
import { officeFetch } from '#admin/api/client.ts'
import { invalidateOffice, officeQuery } from '#admin/api/queries.ts'
import { notify } from '#ui/toasts.ts'

/** How often what moves is looked at, in milliseconds. */
const lookEvery = 1_000

const moves = ({ state }: NotificationStatus) => state === 'held' || state === 'sending'

/** How many a notification would go to now, and how mail leaves. */
export const audienceQuery = () => officeQuery<Audience>('/api/newsletter/audience')

/** Where a post's notification stands, looked at again while it moves. */
export const notificationQuery = (id: string) =>
  queryOptions({
    ...officeQuery<NotificationStatus>(`/api/blogs/${id}/notification`),
    refetchInterval: ({ state: { data } }) => (data && moves(data) ? lookEvery : false),
  })

/** The notifications under way. */
export const underWayQuery = () =>
  queryOptions({
    ...officeQuery<{ notifications: NotificationStatus[] }>('/api/newsletter/notifications'),
    refetchInterval: ({ state: { data } }) => (data?.notifications.some(moves) ? lookEvery : false),
  })

export type NotificationAct = 'undo' | 'pause' | 'resume' | 'retry' | 'test'

const done: Record<NotificationAct, string> = {
  undo: 'Undone: nobody is told',
  pause: 'Sending is paused',
  resume: 'Sending goes on',
  retry: 'Sending again to those that failed',
  test: '',
}

/** What staff do about a post's notification, each with its toast. */
export function useNotificationAct(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (act: NotificationAct) =>
      officeFetch<{ message?: string }>(`/api/blogs/${id}/notification/${act}`, { method: 'POST', json: {} }),
    onSuccess: ({ message }, act) => notify('success', act === 'test' ? (message ?? 'Sent') : done[act]),
    onError: ({ message }) => notify('error', message),
    onSettled: async () => {
      await invalidateOffice(client, '/api/newsletter')
      await invalidateOffice(client, '/api/blogs')
    },
  })
}

export const people = (count: number) => `${count.toLocaleString('en-IN')} ${count === 1 ? 'subscriber' : 'subscribers'}`
