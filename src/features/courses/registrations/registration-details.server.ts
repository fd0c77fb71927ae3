import { answerHtml } from '#features/contact/ground/answer-html.shared.server.ts'
import { type Db, nowIn, type Transaction } from '#server/database/connect.ts'
import { updateRow } from '#server/database/rows.ts'
import { HttpError, invalid } from '#server/runtime/http-error.ts'
import { showsDetails } from '../cohorts/timetable.ts'
import { isOver } from '../ground/cohort-words.contract.ts'
import type { Cohort } from '../ground/cohorts.contract.ts'
import { participants, type StoredParticipant, type StoredRegistration } from '../ground/courses.table.ts'
import { participantsOf, removeParticipants } from '../ground/participant-rows.server.ts'
import type { LinkParticipant, RegistrationDetails, RegistrationLink } from '../ground/registration-link.contract.ts'
import { correctionOf } from './registration-acts.server.ts'
import { repeatConfirmation } from './registration-notice.server.ts'
import { byButton, type Company, isEnrolled, lockRegistration, writeRegistration } from './seats.server.ts'

type Registration = Pick<StoredRegistration, 'pageId' | 'kind' | 'state' | 'verifiedAt' | 'invoiceNo'>
type DateInState = Pick<Cohort, 'state'> | undefined

/** The states in which a booking exists, or may come to exist. */
const open: StoredRegistration['state'][] = ['new', 'waiting', 'offered', 'confirmed', 'accepted']

/** Whether the person can correct the details for the invoice themselves. An event costs nothing. */
const correctsInvoice = ({ pageId, kind, state, verifiedAt, invoiceNo }: Registration, date: DateInState): boolean =>
  pageId === undefined &&
  (kind === 'enrol' || kind === 'waitlist') &&
  verifiedAt !== undefined &&
  invoiceNo === undefined &&
  open.includes(state) &&
  date?.state !== 'cancelled'

/** Whether the person can say who comes, and give single seats back. */
const namesPeople = ({ state }: Registration, date: DateInState): boolean =>
  date !== undefined && isEnrolled(state) && !isOver(date)

/** The values of a booking that its person can change. @param today the company's day */
export async function bookingOf(
  db: Db,
  registration: StoredRegistration,
  date: Cohort | undefined,
  today: string,
  timeZone: string,
): Promise<Pick<RegistrationLink, 'correctable' | 'poNumber' | 'invoiced' | 'participants' | 'joining'>> {
  const people = namesPeople(registration, date) ? await participantsOf(db, registration.id) : undefined
  return {
    correctable: correctsInvoice(registration, date),
    poNumber: registration.poNumber,
    ...(registration.invoiceNo !== undefined && { invoiced: true }),
    participants: people?.map(
      ({ id: _id, name, email, informed, version }): LinkParticipant => ({
        ...{ _id, name, email, informed, version },
      }),
    ),
    joining: joiningOf(registration, date, today, timeZone),
  }
}

/** How to join a date, for someone with a seat, from a day before it until it is over. */
function joiningOf(
  { state }: Registration,
  date: Cohort | undefined,
  today: string,
  timeZone: string,
): RegistrationLink['joining'] {
  if (!date || !isEnrolled(state) || isOver(date) || !showsDetails(date, today, timeZone)) return undefined
  const { joinUrl: url, joinText } = date
  return url || joinText ? { url, html: joinText && answerHtml(joinText) } : undefined
}

type Booking = { registration: StoredRegistration; date: DateInState }
type Change = NonNullable<RegistrationDetails['participants']>[number]
/** `corrected`: the details for the invoice have changed; `released`: so many seats were given back. */
type Changed = { registration: StoredRegistration; corrected: boolean; released: number }

/**
 * Writes what the person of a link changes of their booking, in one step. A correction is kept with the old value, as those of staff are.
 * @throws HttpError 409 for a value that someone else has changed since, or a booking that takes no changes any more
 */
export async function changeBooking(
  trx: Transaction,
  company: Company,
  id: string,
  { version, participants: people = [], token: _, ...details }: RegistrationDetails,
): Promise<Changed> {
  const booking = await lockRegistration(trx, company, id)
  const { registration } = booking
  const at = nowIn(trx)
  const actor = { name: byButton }
  const corrected = correctionOf(registration, details, { actor, at }) !== undefined
  if (corrected) checkDetails(booking, details, version)
  const released = await changePeople(trx, booking, people)
  const fewer = released > 0 && { people: registration.people - released }
  const correction = correctionOf(registration, { ...details, ...fewer }, { actor, at })
  if (!correction) return { registration, corrected, released }
  await writeRegistration(trx, id, correction)
  const after = { ...registration, ...correction }
  if (released > 0) await repeatConfirmation(trx, after)
  return { registration: after, corrected, released }
}

const closed = (what: string) => new HttpError(409, `${what} cannot be changed here any more. Please write to us.`)

/** @throws HttpError 409 for details that are closed, or that someone else has changed since the version that the person saw */
function checkDetails(
  { registration, date }: Booking,
  details: Omit<RegistrationDetails, 'token' | 'version' | 'participants'>,
  version: number | undefined,
): void {
  if (registration.invoiceNo !== undefined)
    throw new HttpError(409, 'The invoice has been issued. Please write to us to change it.')
  if (!correctsInvoice(registration, date)) throw closed('The invoice details')
  if (version === undefined || version === registration.version) return
  const names = (['company', 'gstin', 'poNumber'] as const).filter(
    (name) => name in details && details[name] !== registration[name],
  )
  throw changedSince(names.map((path) => ({ path, value: registration[path] })))
}

/** A value as it is now is named at its field, so that saving again replaces it knowingly. */
const changedSince = (changed: { path: string; value: string | undefined }[]) =>
  new HttpError(
    409,
    'Someone has changed this in the meantime.',
    changed.map(({ path, value }) => ({
      path,
      message: `${value ? `Changed to “${value}”` : 'Removed'} in the meantime. Save again to replace it.`,
    })),
    { code: 'version_conflict' },
  )

/** Names participants, and deletes those whose seats are given back. @returns how many seats */
async function changePeople(trx: Transaction, { registration, date }: Booking, people: Change[]): Promise<number> {
  const stored = new Map((await participantsOf(trx, registration.id)).map((row) => [row.id, row]))
  const changes = people.flatMap((change, index) => {
    const row = stored.get(change._id)
    // A seat that was given back before stays so.
    if (!row && !change.release) throw new HttpError(409, 'Your seats have changed. Please check the names again.')
    if (!row) return []
    const values = valuesOf(row, change)
    return change.release || values ? [{ row, index, values, ...change }] : []
  })
  if (changes.length === 0) return 0
  if (!namesPeople(registration, date)) throw closed('The names')
  const outdated = changes.filter(
    ({ row, version, release, values }) => !release && version !== undefined && version !== row.version && values,
  )
  const differing = outdated.flatMap(({ row, index, values }) =>
    (['name', 'email'] as const)
      .filter((field) => values && field in values)
      .map((field) => ({ path: `participants.${index}.${field}`, value: row[field] })),
  )
  if (differing.length > 0) throw changedSince(differing)
  const released = changes.filter(({ release }) => release)
  if (released.length >= registration.people)
    throw invalid(`participants.${released[0]?.index}.release`, 'To release all your seats, withdraw.')
  await removeParticipants(
    trx,
    released.map(({ row }) => row),
  )
  for (const { row, release, values } of changes)
    if (!release && values) await updateRow(trx, participants, row.id, { ...values, updatedBy: byButton })
  return released.length
}

/** The values of a participant that differ; undefined if none does. */
function valuesOf(row: StoredParticipant, change: Change): Partial<StoredParticipant> | undefined {
  const fields = (['name', 'email', 'informed'] as const).filter(
    (field) => field in change && change[field] !== row[field],
  )
  return fields.length > 0 ? Object.fromEntries(fields.map((field) => [field, change[field]])) : undefined
}
