import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type * as z from 'zod/mini'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { invalidateAdmin } from '#admin/api/queries.ts'
import { useResource } from '#admin/api/use-resource.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { LinkOnce } from '#admin/dialogs/link-once.tsx'
import { offerUndo } from '#admin/dialogs/undo.tsx'
import { FormButtons } from '#admin/fields/small-form.tsx'
import { useTimeZone } from '#admin/use-time-zone.ts'
import { formatZoned } from '#admin/zoned-time.ts'
import { formatDate } from '#ui/date.tsx'
import { Select, TextArea } from '#ui/field.tsx'
import { notify } from '#ui/toasts.ts'
import { ApiError } from '#web/http.ts'
import type { Cohort } from '../ground/cohorts.contract.ts'
import type { CourseRequest, courseRequestChange } from '../ground/course-requests.contract.ts'
import { cohortsQuery } from '../ground/course-resource.admin.tsx'
import { isOver } from '../ground/open-dates.contract.ts'
import { seatsInWords } from '../ground/seat-words.admin.ts'
import { CorrectDialog } from './correct-dialog.admin.tsx'

const api = '/api/course-requests'
type Change = z.input<typeof courseRequestChange>
type RequestChangeState = NonNullable<Change['state']>
type Opened =
  | { of: 'note' | 'move' | 'correct'; request: CourseRequest }
  | { of: 'link'; request: CourseRequest; link: string }

/** The actions of staff on the requests for courses, each with its message, and the dialogs for it. */
export function useRequests() {
  const client = useQueryClient()
  const zone = useTimeZone()
  const { remove } = useResource({ api, one: 'request', trash: 'courseRequests' })
  const [opened, setOpened] = useState<Opened | null>(null)
  const reload = () => Promise.all([invalidateAdmin(client, api), invalidateAdmin(client, '/api/courses')])

  async function act<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await call
    } catch (error) {
      notify('error', (error as Error).message)
      return undefined
    } finally {
      await reload()
    }
  }

  const send = ({ _id, version }: CourseRequest, json: Change) =>
    adminFetch<CourseRequest>(`${api}/${_id}`, { method: 'PATCH', json, ifMatch: version })

  async function set(request: CourseRequest, state: RequestChangeState, done: string): Promise<void> {
    if (await act(send(request, { state }))) notify('success', `${request.name} ${done}`)
  }

  /** For what the person learns by mail, so that it cannot be undone silently. */
  const setAfterQuestion = async (request: CourseRequest, state: RequestChangeState, action: string, done: string) => {
    const question = `${action} the request of ${request.name}?`
    if (await confirm({ question, detail: 'The seats are free at once.', action })) await set(request, state, done)
  }

  /** Someone for whom the seats are too few is asked about: they wait until there are enough, or nothing changes. */
  async function confirmOrList(request: CourseRequest): Promise<void> {
    try {
      await send(request, { state: 'confirmed' })
      notify('success', `${request.name} is enrolled`)
    } catch (error) {
      const canWait = error instanceof ApiError && error.code === 'no_seat' && request.acts.includes('toList')
      if (!canWait) notify('error', (error as Error).message)
      else if (
        await confirm({
          question: error.message,
          detail: `On the waiting list, ${request.name} is offered seats once there are enough for all.`,
          action: 'Put on the waiting list',
          cancel: 'Not now',
          harmless: true,
        })
      )
        await set(request, 'waiting', 'is on the waiting list')
    } finally {
      await reload()
    }
  }

  const postOffer = ({ _id, version }: CourseRequest, people?: number) =>
    adminFetch<CourseRequest & { link?: string }>(`${api}/${_id}/offer`, {
      method: 'POST',
      json: people === undefined ? {} : { people },
      ifMatch: version,
    })

  /** A group larger than the free seats is asked about: it gets those that are free, or none. */
  async function offerOrAsk(request: CourseRequest) {
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

  async function freeSeats({ course, cohort }: CourseRequest): Promise<number> {
    const dates = await client.fetchQuery(cohortsQuery(course._id))
    const { seats = Number.POSITIVE_INFINITY, taken = 0 } = dates.find(({ _id }) => _id === cohort?._id) ?? {}
    return seats - taken
  }

  async function offer(request: CourseRequest): Promise<void> {
    const offered = await act(offerOrAsk(request))
    if (!offered) return
    notify('success', `Offered until ${formatZoned(offered.offeredUntil ?? '', zone)}`)
    if (offered.link) setOpened({ of: 'link', request, link: offered.link })
  }

  async function save(request: CourseRequest, change: Change, before: Change, done: string): Promise<void> {
    const changed = await act(send(request, change))
    if (!changed) return
    setOpened(null)
    offerUndo({ done, detail: request.name, undo: () => act(send(changed, before)) })
  }

  return {
    offer,
    confirm: confirmOrList,
    decline: (request: CourseRequest) => setAfterQuestion(request, 'declined', 'Decline', 'is declined'),
    withdraw: (request: CourseRequest) => setAfterQuestion(request, 'withdrawn', 'Withdraw', 'is off the list'),
    toList: (request: CourseRequest) => set(request, 'waiting', 'is on the waiting list'),
    correct: (request: CourseRequest) => setOpened({ of: 'correct', request }),
    note: (request: CourseRequest) => setOpened({ of: 'note', request }),
    move: async (request: CourseRequest) => {
      await client.fetchQuery(cohortsQuery(request.course._id))
      setOpened({ of: 'move', request })
    },
    remove: ({ _id, name }: CourseRequest) => remove(_id, { name, consequence: 'Its seats are free at once' }),
    dialog:
      opened?.of === 'correct' ? (
        <CorrectDialog
          request={opened.request}
          onClose={() => setOpened(null)}
          onSaved={(saved, before) => {
            setOpened(null)
            if (before)
              offerUndo({
                done: before.tell ? 'Changed, and the confirmation is sent' : 'Changed',
                detail: saved.name,
                undo: () => act(send(saved, before)),
              })
            else notify('success', `The confirmation is sent to ${saved.email}`)
            return reload()
          }}
        />
      ) : (
        opened && (
          <RequestDialog
            opened={opened}
            dates={client.getQueryData<Cohort[]>(cohortsQuery(opened.request.course._id).queryKey) ?? []}
            onClose={() => setOpened(null)}
            onNote={(note) =>
              save(
                opened.request,
                { note },
                { note: opened.request.note ?? null },
                note ? 'Note saved' : 'Note removed',
              )
            }
            onMove={(cohortId) => {
              const before = opened.request.cohort?._id
              return before === undefined
                ? act(send(opened.request, { cohortId })).then((moved) => moved && setOpened(null))
                : save(opened.request, { cohortId }, { cohortId: before }, 'Moved')
            }}
          />
        )
      ),
  }
}

type RequestDialogProps = {
  opened: Opened
  dates: Cohort[]
  onClose: () => void
  onNote: (note: string | null) => Promise<unknown>
  onMove: (cohortId: string) => Promise<unknown>
}

function RequestDialog({ opened, dates, onClose, onNote, onMove }: RequestDialogProps) {
  const { of, request } = opened
  const others = dates.filter((date) => date._id !== request.cohort?._id && !isOver(date))
  const [value, setValue] = useState(of === 'note' ? (request.note ?? '') : (others[0]?._id ?? ''))
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    await (of === 'note' ? onNote(value.trim() || null) : onMove(value))
    setBusy(false)
  }
  if (opened.of === 'link')
    return (
      <Dialog
        open
        onClose={onClose}
        title="Send them this link"
        description="No mail server is set. With this link they take the seat or leave it."
      >
        <LinkOnce address={opened.link} />
      </Dialog>
    )
  return (
    <Dialog open onClose={onClose} title={of === 'note' ? 'Note' : 'Move to a date'} description={request.name}>
      <form onSubmit={submit} className="grid gap-4">
        {of === 'note' ? (
          <TextArea
            label="Note"
            hint="Only colleagues see this."
            rows={4}
            maxLength={5_000}
            value={value}
            onChange={({ target }) => setValue(target.value)}
          />
        ) : others.length === 0 ? (
          <p>This course has no other date.</p>
        ) : (
          <Select label="Date" value={value} onChange={({ target }) => setValue(target.value)}>
            {others.map(({ _id, startsOn, seats, taken, state }) => (
              <option key={_id} value={_id}>
                {formatDate(startsOn)}
                {seats === undefined ? '' : `, ${seatsInWords({ seats, taken })}`}
                {state === 'running' ? ', running' : state === 'closed' ? ', closed' : ''}
              </option>
            ))}
          </Select>
        )}
        <FormButtons
          action={of === 'note' ? 'Save' : 'Move'}
          busy={busy}
          disabled={of === 'move' && others.length === 0}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
