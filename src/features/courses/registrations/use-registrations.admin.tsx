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
import { offerOf } from '../ground/offers.contract.ts'
import type { Registration } from '../ground/registrations.contract.ts'
import {
  CorrectDialog,
  MoveDialog,
  NoteDialog,
  type RegistrationChange,
  registrationsApi,
  registrationsReload,
  sendChange,
} from './registration-dialogs.admin.tsx'

type RegistrationChangeState = NonNullable<RegistrationChange['state']>
type OpenDialog =
  | { of: 'note' | 'move' | 'correct'; registration: Registration }
  | { of: 'link'; registration: Registration; link: string }

export function useRegistrations() {
  const client = useQueryClient()
  const zone = useTimeZone()
  const { remove } = useResource({ api: registrationsApi, one: 'registration', trash: 'registrations' })
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const { act } = useAct({ reload: registrationsReload })

  const set = (registration: Registration, state: RegistrationChangeState, done: string) =>
    act(() => sendChange(registration, { state }), { done: `${registration.name} ${done}` })

  /** For what the person learns by mail, so that it cannot be undone silently. */
  const setAfterQuestion = async (
    registration: Registration,
    state: RegistrationChangeState,
    action: string,
    done: string,
  ) => {
    const question = `${action} the registration of ${registration.name}?`
    if (await confirm({ question, detail: 'Their seats become available at once.', action }))
      await set(registration, state, done)
  }

  /** Someone for whom the seats are too few is asked about: they get the free ones, wait until there are enough, or nothing changes. */
  const confirmOrList = (registration: Registration) =>
    act(() => sendChange(registration, { state: 'confirmed' }), {
      done: `${registration.name} is enrolled`,
      failed(error) {
        if (!(error instanceof ApiError && error.code === 'no_seat')) return error.message
        act(() => askForFewer(registration, error))
      },
    })

  async function askForFewer(registration: Registration, refusal: ApiError): Promise<void> {
    const { name, people } = registration
    const free = await freeSeats(registration)
    if (free > 0 && free < people) {
      const action = `Confirm ${free} of ${people}`
      const detail = `${name} asked for ${people}. To keep the group together, move it to the waitlist instead.`
      if (!(await confirm({ question: `${action} seats?`, detail, action, cancel: 'Not now', harmless: true }))) return
      const change = { state: 'confirmed', people: free } as const
      await act(() => sendChange(registration, change), {
        done: `${name} is enrolled, with ${free} of ${people} seats`,
      })
    } else if (registration.acts.includes('toList')) await askToWait(registration, refusal.message)
    else throw refusal
  }

  async function askToWait(registration: Registration, question: string): Promise<void> {
    const agreed = await confirm({
      question,
      detail: `On the waitlist, ${registration.name} is offered seats once there are enough for the whole group.`,
      action: 'Move to waitlist',
      cancel: 'Not now',
      harmless: true,
    })
    if (agreed) await set(registration, 'waiting', 'is on the waitlist')
  }

  const postOffer = ({ _id, version }: Registration, people?: number) =>
    adminFetch<Registration & { link?: string }>(`${registrationsApi}/${_id}/offer`, {
      method: 'POST',
      json: people === undefined ? {} : { people },
      ifMatch: version,
    })

  /** A group larger than the free seats is asked about: it gets those that are free, or none. */
  async function offerOrAsk(registration: Registration) {
    const free = await freeSeats(registration)
    if (free <= 0 || free >= registration.people) return postOffer(registration)
    const seats = `${free} of ${registration.people} seats`
    const agreed = await confirm({
      question: `Offer ${seats}?`,
      detail: `${registration.name} asked for ${registration.people}.`,
      action: `Offer ${seats}`,
      cancel: 'Not now',
      harmless: true,
    })
    return agreed ? postOffer(registration, free) : undefined
  }

  async function freeSeats(registration: Registration): Promise<number> {
    const { cohort } = registration
    const dates = await client.fetchQuery({ ...cohortsQuery(offerOf(registration)._id), staleTime: 0 })
    const { seats = Number.POSITIVE_INFINITY, booked = 0 } = dates.find(({ _id }) => _id === cohort?._id) ?? {}
    return seats - booked
  }

  async function offer(registration: Registration): Promise<void> {
    const offered = await act(() => offerOrAsk(registration), {
      done: (offered) => offered && `Offered until ${formatZoned(offered.offeredUntil ?? '', zone)}`,
    })
    const link = offered?.answer?.link
    if (link) setOpened({ of: 'link', registration, link })
  }

  return {
    offer,
    confirm: confirmOrList,
    decline: (registration: Registration) => setAfterQuestion(registration, 'declined', 'Decline', 'was declined'),
    withdraw: (registration: Registration) => setAfterQuestion(registration, 'withdrawn', 'Withdraw', 'was withdrawn'),
    toList: (registration: Registration) => set(registration, 'waiting', 'is on the waitlist'),
    correct: (registration: Registration) => setOpened({ of: 'correct', registration }),
    note: (registration: Registration) => setOpened({ of: 'note', registration }),
    move: async (registration: Registration) => {
      await client.fetchQuery(cohortsQuery(offerOf(registration)._id))
      setOpened({ of: 'move', registration })
    },
    remove: ({ _id, name }: Registration) => remove(_id, { name, consequence: 'Its seats become available at once' }),
    dialog: opened && (
      <RegistrationDialog
        opened={opened}
        dates={client.getQueryData<Cohort[]>(cohortsQuery(offerOf(opened.registration)._id).queryKey) ?? []}
        onClose={() => setOpened(null)}
        onUndo={(changed, before) => act(() => sendChange(changed, before))}
      />
    ),
  }
}

type RegistrationDialogProps = Omit<ComponentProps<typeof MoveDialog>, 'registration'> & { opened: OpenDialog }

function RegistrationDialog({ opened, dates, ...props }: RegistrationDialogProps) {
  const { of, registration } = opened
  if (of === 'link')
    return (
      <Dialog
        open
        onClose={props.onClose}
        title="Send this link"
        description="No mail server is set up, so send the link yourself. With it they accept or decline the seat."
      >
        <LinkOnce address={opened.link} />
      </Dialog>
    )
  if (of === 'move') return <MoveDialog registration={registration} dates={dates} {...props} />
  const Form = of === 'note' ? NoteDialog : CorrectDialog
  return <Form registration={registration} {...props} />
}
