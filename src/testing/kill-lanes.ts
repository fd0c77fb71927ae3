import sharp from 'sharp'
import type { Random } from '#ui/drawing/shapes.ts'
import { courseInput } from './sample-rows.ts'
import { importSubscribers } from './staff-calls.ts'

/** Makes a call as an owner, from a separate address. @throws where the connection is lost or the answer is no success */
export type Call = <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>

/** Writes again and again, one call after the other, and remembers what was acknowledged. */
export type Lane = {
  /** Makes one writing call. Afterwards the call is acknowledged; where it throws, the site was killed and the outcome is open. */
  act(call: Call): Promise<unknown>
  /** Compares the stored with the acknowledged data. A call with an open outcome has happened as a whole, or not at all. @returns the differences */
  check(call: Call): Promise<string[]>
}

/** Keeps the state that was acknowledged, and the one that the call in flight leads to. */
export function ledger<State>(first: State) {
  let [now, next] = [first, undefined as State | undefined]
  return {
    now: () => now,
    async to<Answer>(state: State, send: () => Promise<Answer>): Promise<Answer> {
      next = state
      const answer = await send()
      ;[now, next] = [state, undefined]
      return answer
    },
    /** @param shown the readable part of a state */
    settle(found: unknown, shown: (state: State) => unknown = (state) => state): string[] {
      const is = (state: State) => JSON.stringify(shown(state)) === JSON.stringify(found)
      const faults =
        is(now) || (next !== undefined && is(next))
          ? []
          : [`${JSON.stringify([now, next])} became ${JSON.stringify(found)}`]
      if (next !== undefined && !is(now)) now = next
      next = undefined
      return faults
    },
  }
}

/** How many revisions a record has; their numbers, of at most the newest 200, where one is missing or comes twice. */
export function countOf(revisions: { version: number }[]): number | number[] {
  const numbers = revisions.map(({ version }) => version)
  const [newest = 0] = numbers
  return numbers.every((number, index) => number === newest - index) ? newest : numbers
}

/** One group of settings, two fields at a time. */
export function settingsLane(): Lane {
  const saved = ledger({ words: 0 })
  const path = '/api/settings/about'
  const word = (words: number) => (words === 0 ? undefined : `Word ${words}`)
  return {
    act(call) {
      const words = saved.now().words + 1
      return saved.to({ words }, () => call('PUT', path, { title: word(words), lead: word(words) }))
    },
    async check(call) {
      const { title, lead } = await call<{ title?: string; lead?: string }>('GET', path)
      const { revisions } = await call<{ revisions: { version: number }[] }>('GET', `${path}/revisions?limit=200`)
      // The first revision is the state that was found.
      return saved.settle([title, lead, countOf(revisions)], ({ words }) => [
        word(words),
        word(words),
        words === 0 ? 0 : words + 1,
      ])
    },
  }
}

/** Pictures: uploaded, described, deleted. */
export function mediaLane(random: Random): Lane {
  type Item = { id: string; url: string; alt: string; there: boolean }
  const items = ledger<Item[]>([])
  let words = 0
  return {
    async act(call) {
      const all = items.now()
      const item = all.findLast(({ there }) => there)
      if (item?.alt && random.chance(30))
        return items.to(
          all.map((one) => (one === item ? { ...one, there: false } : one)),
          () => call('DELETE', `/api/media/${item.id}`),
        )
      if (item && !item.alt) {
        const alt = `Picture ${++words}`
        return items.to(
          all.map((one) => (one === item ? { ...one, alt } : one)),
          () => call('PUT', `/api/media/${item.id}`, { name: 'a.png', alt, caption: '', credit: '' }),
        )
      }
      const background = { r: random.whole(0, 255), g: random.whole(0, 255), b: random.whole(0, 255) }
      const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer()
      const form = new FormData()
      form.append('image', new File([bytes as BlobPart], 'a.png', { type: 'image/png' }))
      const { _id: id, url } = await call<{ _id: string; url: string }>('POST', '/api/media', form)
      // An unacknowledged picture may be stored or not; if it is, it must be complete.
      return items.to([...all, { id, url, alt: '', there: true }], async () => undefined)
    },
    async check(call) {
      const stored = await call<{ _id: string; url: string; alt: string }[]>('GET', '/api/media')
      await Promise.all(stored.map(({ url }) => call('GET', url)))
      const known = items.now().map(({ id }) => id)
      const found = stored.filter(({ _id }) => known.includes(_id)).map(({ _id, alt }) => [_id, alt])
      const inOrder = found.toSorted(([one = ''], [other = '']) => known.indexOf(one) - known.indexOf(other))
      return items.settle(inOrder, (state) => state.filter(({ there }) => there).map(({ id, alt }) => [id, alt]))
    },
  }
}

/** Records that are only added: each call adds a distinct record, which exists once if it was acknowledged, and completely or not at all otherwise. */
function addingLane(
  add: (call: Call, number: number) => Promise<unknown>,
  count: (call: Call) => Promise<Map<number, number>>,
  whole = 1,
): Lane {
  const acknowledged = new Set<number>()
  let sent = 0
  return {
    async act(call) {
      const number = ++sent
      await add(call, number)
      acknowledged.add(number)
    },
    async check(call) {
      const found = await count(call)
      const isRight = (number: number) =>
        found.get(number) === whole || (!found.has(number) && !acknowledged.has(number))
      const wrong = Array.from({ length: sent }, (_, index) => index + 1).filter((number) => !isRight(number))
      return wrong.map((number) => `number ${number} is stored ${found.get(number) ?? 0} times`)
    },
  }
}

function numbersIn(texts: string[], pattern: RegExp): Map<number, number> {
  const numbers = new Map<number, number>()
  for (const text of texts) {
    const number = Number(pattern.exec(text)?.[1] ?? Number.NaN)
    if (!Number.isNaN(number)) numbers.set(number, (numbers.get(number) ?? 0) + 1)
  }
  return numbers
}

/** Messages of visitors, each with a mail to the company. */
export const messageLane = () =>
  addingLane(
    (call, number) =>
      call('POST', '/api/contact', {
        name: 'Ravi',
        email: `visitor-${number}@example.net`,
        subject: `Message ${number}`,
        message: 'How much?',
      }),
    async (call) =>
      numbersIn(
        (await call<{ subject: string }[]>('GET', '/api/contact')).map(({ subject }) => subject),
        /^Message (\d+)$/,
      ),
  )

/** Subscribers, ten in one file. */
export const subscriberLane = () => {
  const csv = (number: number) =>
    ['email', ...Array.from({ length: 10 }, (_, row) => `list-${number}-${row}@example.net`)].join('\n')
  return addingLane(
    (call, number) => importSubscribers(call, csv(number)),
    async (call) =>
      numbersIn(
        (await call<{ subscribers: { email: string }[] }>('GET', '/api/newsletter/subscribers')).subscribers.map(
          ({ email }) => email,
        ),
        /^list-(\d+)-/,
      ),
    10,
  )
}

/** The only seat of a date, which one person after the other has. */
export function seatLane(): Lane {
  type Asked = { _id: string; email: string }
  const seat = ledger<{ holder?: Asked }>({})
  let date: { courseId: string; cohortId: string } | undefined
  let [tries, visitors] = [0, 0]
  const emailsOf = (asked: Asked[]) => asked.map(({ email }) => email)
  const found = (call: Call, query: string) =>
    call<Asked[]>('GET', `/api/course-requests?cohort=${date?.cohortId}&${query}`)

  async function addDate(call: Call) {
    const course = { ...courseInput, title: `Seats ${++tries}`, slug: `seats-${tries}` }
    const { _id: courseId } = await call<{ _id: string }>('POST', '/api/courses', course)
    const cohort = { startsOn: '2131-01-09', seats: 1, enrolVia: 'request' }
    const { _id: cohortId } = await call<{ _id: string }>('POST', `/api/courses/${courseId}/cohorts`, cohort)
    return { courseId, cohortId }
  }

  return {
    async act(call) {
      date ??= await addDate(call)
      const { holder } = seat.now()
      const path = '/api/course-requests'
      if (holder) return seat.to({}, () => call('PATCH', `${path}/${holder._id}`, { state: 'withdrawn' }))
      const email = `seat-${++visitors}@example.net`
      await call('POST', path, { ...date, kind: 'enrol', name: 'Ravi', email })
      const [asked] = await found(call, `search=${email}`)
      if (!asked) throw new Error(`${email} is not stored`)
      return seat.to({ holder: asked }, () => call('PATCH', `${path}/${asked._id}`, { state: 'confirmed' }))
    },
    async check(call) {
      if (!date) return []
      const seated = await found(call, 'state=confirmed')
      const { booked } = await call<{ booked: number }>('GET', `/api/courses/${date.courseId}/cohorts/${date.cohortId}`)
      const faults = booked === seated.length ? [] : [`${booked} seats are booked by ${seated.length} people`]
      return [...faults, ...seat.settle(emailsOf(seated), ({ holder }) => emailsOf(holder ? [holder] : []))]
    },
  }
}
