import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct, useResource } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { LinkOnce } from '#admin/dialogs/link-once.tsx'
import { formatZoned, useTimeZone } from '#admin/time.tsx'
import { ApiError } from '#web/http.ts'
import type { Cohort } from '../ground/cohorts.contract.ts'
import { cohortsQuery } from '../ground/course-resource.admin.tsx'
import type { Registration } from '../ground/registrations.contract.ts'
import {
  CorrectDialog,
  MoveDialog,
  NoteDialog,
  type RequestChange,
  requestReload,
  requestsApi,
  sendChange,
} from './registration-dialogs.admin.tsx'

type RequestChangeState = NonNullable<RequestChange['state']>
type OpenDialog =
  | { of: 'note' | 'move' | 'correct'; request: Registration }
  | { of: 'link'; request: Registration; link: string }

export function useRequests() {
  const client = useQueryClient()
  const zone = useTimeZone()
  const { remove } = useResource({ api: requestsApi, one: 'request', trash: 'registrations' })
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const { act } = useAct({ reload: requestReload })

  const set = (request: Registration, state: RequestChangeState, done: string) =>
    act(() => sendChange(request, { state }), { done: `${request.name} ${done}` })

  /** For what the person learns by mail, so that it cannot be undone silently. */
  const setAfterQuestion = async (request: Registration, state: RequestChangeState, action: string, done: string) => {
    const question = `${action} the request of ${request.name}?`
    if (await confirm({ question, detail: 'The seats are free at once.', action })) await set(request, state, done)
  }

  /** Someone for whom the seats are too few is asked about: they wait until there are enough, or nothing changes. */
  const confirmOrList = (request: Registration) =>
    act(() => sendChange(request, { state: 'confirmed' }), {
      done: `${request.name} is enrolled`,
      failed(error) {
        const canWait = error instanceof ApiError && error.code === 'no_seat' && request.acts.includes('toList')
        if (!canWait) return error.message
        askToWait(request, error.message)
      },
    })

  async function askToWait(request: Registration, question: string): Promise<void> {
    const agreed = await confirm({
      question,
      detail: `On the waiting list, ${request.name} is offered seats once there are enough for all.`,
      action: 'Put on the waiting list',
      cancel: 'Not now',
      harmless: true,
    })
    if (agreed) await set(request, 'waiting', 'is on the waiting list')
  }

  const postOffer = ({ _id, version }: Registration, people?: number) =>
    adminFetch<Registration & { link?: string }>(`${requestsApi}/${_id}/offer`, {
      method: 'POST',
      json: people === undefined ? {} : { people },
      ifMatch: version,
    })

  /** A group larger than the free seats is asked about: it gets those that are free, or none. */
  async function offerOrAsk(request: Registration) {
    const free = await freeSeats(request)
    if (free <= 0 || free >= request.people) return postOffer(request)
    const seats = `${free} of ${request.people} seats`
    const agreed = await confirm({
      question: `Offer ${seats}?`,
      detail: `${request.name} asked for ${request.people}.`,
      action: `Offer ${seats}`,
      cancel: 'Not now',
      harmless: true,
    })
    return agreed ? postOffer(request, free) : undefined
  }

  async function freeSeats({ course, cohort }: Registration): Promise<number> {
    const dates = await client.fetchQuery(cohortsQuery(course._id))
    const { seats = Number.POSITIVE_INFINITY, taken = 0 } = dates.find(({ _id }) => _id === cohort?._id) ?? {}
    return seats - taken
  }

  async function offer(request: Registration): Promise<void> {
    const offered = await act(() => offerOrAsk(request), {
      done: (offered) => offered && `Offered until ${formatZoned(offered.offeredUntil ?? '', zone)}`,
    })
    const link = offered?.answer?.link
    if (link) setOpened({ of: 'link', request, link })
  }

  return {
    offer,
    confirm: confirmOrList,
    decline: (request: Registration) => setAfterQuestion(request, 'declined', 'Decline', 'is declined'),
    withdraw: (request: Registration) => setAfterQuestion(request, 'withdrawn', 'Withdraw', 'is off the list'),
    toList: (request: Registration) => set(request, 'waiting', 'is on the waiting list'),
    correct: (request: Registration) => setOpened({ of: 'correct', request }),
    note: (request: Registration) => setOpened({ of: 'note', request }),
    move: async (request: Registration) => {
      await client.fetchQuery(cohortsQuery(request.course._id))
      setOpened({ of: 'move', request })
    },
    remove: ({ _id, name }: Registration) => remove(_id, { name, consequence: 'Its seats are free at once' }),
    dialog: opened && (
      <RequestDialog
        opened={opened}
        dates={client.getQueryData<Cohort[]>(cohortsQuery(opened.request.course._id).queryKey) ?? []}
        onClose={() => setOpened(null)}
        onUndo={(changed, before) => act(() => sendChange(changed, before))}
      />
    ),
  }
}

type RequestDialogProps = Omit<ComponentProps<typeof MoveDialog>, 'request'> & { opened: OpenDialog }

function RequestDialog({ opened, dates, ...props }: RequestDialogProps) {
  const { of, request } = opened
  if (of === 'link')
    return (
      <Dialog
        open
        onClose={props.onClose}
        title="Send them this link"
        description="No mail server is set. With this link they take the seat or leave it."
      >
        <LinkOnce address={opened.link} />
      </Dialog>
    )
  if (of === 'move') return <MoveDialog request={request} dates={dates} {...props} />
  const Form = of === 'note' ? NoteDialog : CorrectDialog
  return <Form request={request} {...props} />
}
