import { useRef } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { FormDialog, useSmallForm } from '#admin/fields/small-form.tsx'
import { Checkbox } from '#admin/forms/controls.tsx'
import { useMay } from '#admin/session/use-auth.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { seatsOf } from './date-seats.admin.tsx'
import { type DateParticipants, type ParticipantsInput, participantsInput } from './participants.contract.ts'

type Values = { name: string; email: string; phone: string; informed: boolean }
type Change = ParticipantsInput['participants'][number]

type ParticipantDialogProps = {
  people: DateParticipants
  /** The id of the participant. */
  id: string
  /** Goes on to the next seat of the booking that has no name. */
  onNext: (id: string) => void
  onClose: () => void
}

/** Names the person of a seat. Those who may change registrations also enter how to reach them. */
export function ParticipantDialog({ people, id, onNext, onClose }: ParticipantDialogProps) {
  const mayWrite = useMay('writeContacts')
  const seats = seatsOf(people)
  const seat = seats.find(({ participant }) => participant._id === id)
  const goesOn = useRef(false)
  const { participant, booking } = seat ?? {}
  const others = seats.filter((other) => booking !== undefined && other.booking === booking)
  const next = others.find((other) => !other.isNamed && other.participant._id !== id)
  const defaults: Values = {
    name: participant?.name ?? '',
    email: participant?.email ?? '',
    phone: participant?.phone ?? '',
    informed: participant?.informed ?? false,
  }
  const form = useSmallForm({
    contract: participantsInput.def.shape.participants.def.element as never,
    toInput: ({ name, email, phone, informed }: Values): Change => ({
      _id: id,
      name,
      ...(mayWrite && { email, phone, informed: informed && email.trim() !== '' }),
      ...(participant && { version: participant.version }),
    }),
    defaults,
    submit: (change) =>
      adminFetch<DateParticipants>(`/api/cohorts/${people.date._id}/participants`, {
        method: 'PUT',
        json: { participants: [change] },
      }),
    done: 'Participant updated',
    reload: '/api/cohorts',
    onDone() {
      if (goesOn.current && next) onNext(next.participant._id)
      else onClose()
    },
  })
  const { name, email } = form.values
  const place = others.findIndex((other) => other.participant._id === id) + 1
  return (
    <FormDialog
      title={seat?.isNamed ? 'Edit participant' : 'Name a participant'}
      description={booking && others.length > 1 ? `Seat ${place} of ${others.length}, booked by ${booking.name}` : undefined}
      form={{
        ...form,
        onSubmit(event) {
          goesOn.current = (event?.nativeEvent as SubmitEvent | undefined)?.submitter?.dataset['next'] !== undefined
          return form.onSubmit(event)
        },
      }}
      action="Save"
      further={
        next &&
        !seat?.isNamed && (
          <Button type="submit" variant="secondary" size="small" disabled={form.busy} data-next="">
            Save and next
          </Button>
        )
      }
      onClose={onClose}
    >
      <TextInput {...form.field('name')} label="Name" autoComplete="off" />
      {mayWrite && (
        <>
          <TextInput {...form.field('email')} label="Email" type="email" autoComplete="off" />
          <TextInput {...form.field('phone')} label="Phone" type="tel" autoComplete="off" />
          {email.trim() !== '' && (
            <Checkbox
              {...form.field('informed')}
              label={`Send ${name.trim() || 'them'} the joining details`}
              hint="By default, only the person who booked gets them."
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
