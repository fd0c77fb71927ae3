import { type Operation, operationsOf, readerOf, type Schema } from './api-operations.ts'
import { callAs } from './staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from './start-app.ts'

/** A call and its answer, as the description shows them. `path` has the values of its parameters. */
type Example = { path?: Record<string, string>; body?: unknown; answer?: unknown }
export type Examples = Record<string, Example>
type Described = Operation & { id: string }
type Values = Record<string, unknown>

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Bodies that do not follow from a record of the sample content. A function makes it from what was answered before. */
const bodies: Record<string, Values | ((answered: (id: string) => Values) => Values)> = {
  sendContactRequest: {
    name: 'Meera Iyer',
    email: 'meera@example.com',
    subject: 'Moving our order system',
    message: 'We run it on two servers in our office. Can you look at it in March?',
    phone: '+91 98765 43210',
    company: 'Iyer Textiles',
  },
  changeContactRequest: { status: 'resolved' },
  createNoteOfContactRequest: { body: 'Called her: March is fine.' },
  createReplyOfContactRequest: { body: 'Thank you. Would the first week of March suit you?', sentElsewhere: true },
  previewReplyOfContactRequest: { body: 'Thank you. Would the first week of March suit you?' },
  logReceivedReply: { body: 'Yes, the second of March.' },
  assignContactRequest: { followUpOn: '2999-03-02' },
  tellColleaguesOfReply: {},
  subscribe: { email: 'arjun@example.com' },
  addSubscriber: { email: 'kavya@example.com', agreed: 'At the fair in Pune', agreedOn: '2026-01-10' },
  uploadSubscribers: { csv: 'email,name\nrohan@example.com,Rohan Das', fileName: 'fair.csv' },
  updateSubscriberImport: { agreed: 'At the fair in Pune', agreedOn: '2026-01-10' },
  createNewsletter: { title: 'News in March', subject: 'Three posts about costs', body: '## In short\n\nThree posts.' },
  previewMessageAboutPost: (answered) => pick(answered('getPostForEditing'), 'title', 'excerpt', 'category', 'slug'),
  erasePerson: { word: 'ERASE' },
  answerReview: { state: 'approved' },
  previewNewsletter: { title: 'News in March', subject: 'Three posts about costs', body: 'Three posts.' },
  checkNewsletter: { title: 'News in March', subject: 'Three posts about costs', body: 'Three posts.' },
  testNewsletter: {},
  findPerson: { email: 'meera@example.com' },
  createLinkOfPerson: { notes: false },
  previewContent: { source: '## Costs\n\nA list of **three**.' },
  drawLinkCard: { path: '/blog', title: 'Three ways to lower cloud costs' },
  findBrokenLinks: { urls: [] },
  createRedirect: { from: '/old-prices', to: '/courses' },
  importRedirects: { csv: 'from,to\n/old-team,/about' },
  dismissMissingAddresses: { paths: ['/wp-login.php'] },
  createInstructor: { name: 'Kavya Menon', bio: 'Has run clusters for ten years.' },
  createProduct: {
    name: 'Ledger',
    category: 'Startup Acceleration Tools',
    description: 'Books that balance.',
    features: ['Audit trail'],
  },
  createCaseStudy: {
    title: 'A ledger that closes in a day',
    slug: 'a-ledger-that-closes-in-a-day',
    client: 'Iyer Textiles',
    industry: 'Textiles',
    summary: 'Month ends took nine days. They take one.',
    problem: 'Three systems, none of which agreed.',
    solution: 'One ledger, moved in four steps.',
  },
  createTestimonial: {
    quote: 'They said what it would cost, and it did.',
    name: 'Meera Iyer',
    role: 'Managing director',
    company: 'Iyer Textiles',
    agreedOn: '2026-03-02',
  },
  createFAQ: { question: 'Do you work at weekends?', answer: 'For a move, yes.', places: ['home'] },
  createOpening: {
    title: 'Cloud engineer',
    place: 'Pune',
    kind: 'Full-time',
    description: 'You move systems, and write down how.',
    closesOn: '2999-03-02',
  },
  createRemark: (answered) => ({
    entity: 'blogs',
    id: answered('listAllPosts')['_id'],
    text: 'Is this figure of 2026?',
  }),
  createReview: (answered) => ({
    entity: 'blogs',
    id: answered('listAllPosts')['_id'],
    of: { name: 'Meera Iyer', email: 'meera@example.com' },
  }),
  updateRemark: { done: true },
  createSavedReply: { name: 'Thanks', body: 'Thank you for your message.' },
  createPage: { title: 'Partners', path: 'partners', sections: [{ kind: 'text', content: 'Who we work with.' }] },
  previewPage: { title: 'Partners', path: 'partners', sections: [{ kind: 'text', content: 'Who we work with.' }] },
  checkPage: { sections: [{ kind: 'text', content: 'Who we work with.' }] },
  createDateOfCourse: { startsOn: '2999-03-02', seats: 12 },
  updateJoiningDetailsOfDate: { joinUrl: 'https://meet.example.com/course', joinText: 'Doors open at nine.' },
  addBookedSeats: { people: 2 },
  repeatDateOfCourse: { weeks: 4 },
  enterRegistration: { name: 'Dev Shah', email: 'dev@example.com', people: 2, tell: false },
  requestSeat: (answered) => ({
    courseId: answered('createDateOfCourse')['courseId'] ?? answered('listCourses')['_id'],
    kind: 'question',
    name: 'Nila Bose',
    email: 'nila@example.com',
    message: 'Is there a date in April?',
  }),
  showSiteAsOf: { at: '2999-01-01T00:00:00Z' },
  inviteUser: { name: 'Farah Khan', email: 'farah@example.com', role: 'writer' },
  updateMyProfile: { name: 'Asha Rao', bio: 'Writes about costs.' },
  signIn: { email: 'asha@example.com', password: 'four rivers meet at dawn' },
  confirmIdentity: { password: 'four rivers meet at dawn' },
  requestPasswordLink: { email: 'asha@example.com' },
  changePassword: { currentPassword: 'four rivers meet at dawn', newPassword: 'five hills stand in the mist' },
  createAccount: { name: 'Farah Khan', email: 'farah.khan@example.com', password: 'five hills stand in the mist' },
  reportBounces: { events: [{ type: 'bounce', email: 'gone@example.com' }] },
}

/** Queries of calls that need one. */
const queries: Record<string, (answered: (id: string) => Values) => Values> = {
  getAnalyticsOfPage: () => ({ path: '/blog' }),
  countPeopleByDate: (answered) => ({ course: answered('listAllCourses')['_id'] }),
  countDemand: (answered) => ({ course: answered('listAllCourses')['_id'] }),
  findRecords: () => ({ search: 'cloud' }),
  findLinkTargets: () => ({ search: 'cloud' }),
  findRedirect: () => ({ path: '/old-prices' }),
  listRemarks: (answered) => ({ entity: 'blogs', id: answered('listAllPosts')['_id'] }),
  listReviews: (answered) => ({ entity: 'blogs', id: answered('listAllPosts')['_id'] }),
}

/** Parameters of a path that no list has. */
const fixed: Record<string, Record<string, string>> = {
  getLegalDocument: { name: 'privacy' },
  findLinkTargetsOfKind: { entity: 'blogs' },
  getPublicPage: { path: 'partners' },
}

/** Bodies of calls of which several entities have one, by the last word of their path. */
const common: [method: string, path: RegExp, body: (record: Values, operation: Described, list: unknown) => Values][] =
  [
    ['POST', /\/preview-links$/, () => ({ days: 7 })],
    ['PATCH', /\/\{id\}$/, (_, { bodies }) => flagsOf(bodies['application/json'])],
    [
      'POST',
      /\/bulk$/,
      (record, { bodies }) => ({ action: firstAct(bodies), records: [pick(record, '_id', 'version')] }),
    ],
    [
      'PUT',
      /\/reorder$/,
      (_, { bodies }, list) => ({
        [firstField(bodies)]: (Array.isArray(list) ? list : []).map((one, order) => ({ ...pick(one, '_id'), order })),
      }),
    ],
    [
      'POST',
      /^\/api\/settings\/.*\/preview$/,
      (record, { bodies }) => ({
        path: '/',
        fields: pick(record, ...Object.keys(bodies['application/json']?.properties?.['fields']?.properties ?? {})),
      }),
    ],
  ]

const flagsOf = ({ properties = {} }: Schema = {}) =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { type }]) => (type === 'boolean' ? [[name, true]] : [])),
  )

const pick = (record: Values, ...names: string[]) =>
  Object.fromEntries(names.flatMap((name) => (name in record ? [[name, record[name]]] : [])))
const firstField = (bodies: Operation['bodies']) => Object.keys(bodies['application/json']?.properties ?? {})[0] ?? ''
const firstAct = (bodies: Operation['bodies']) => bodies['application/json']?.properties?.['action']?.enum?.[0]

const longestText = 120

/** The first of each list, and the beginning of each text. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longestText ? `${value.slice(0, longestText)}…` : value
  if (Array.isArray(value)) return value.slice(0, 1).map(shorten)
  if (!isValues(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner)]))
}

/**
 * Nothing in a public file may look like a secret. Ids and times of the recording are others in each, so that they have the place of fixed ones.
 */
function settled(examples: Examples): Examples {
  const ids = new Map<string, string>()
  const idFor = (id: string) =>
    ids.getOrInsertComputed(id, () => `01950000-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`)
  const today = new Date().toISOString().slice(0, 10)
  const text = JSON.stringify(examples)
    .replaceAll(/"(token|secret|code|link|url|key|path)":"((?:[^"]*[/=])?)[\w-]{24,}"/g, '"$1":"$2shown-once"')
    .replaceAll(/"(?=[^"]*[A-Z])(?=[^"]*[a-z])[\w-]{40,}={0,2}"/g, '"shown-once"')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, idFor)
    .replaceAll(new RegExp(`${today}T[\\d:.]+Z`, 'g'), '2026-03-02T04:30:00.000Z')
    .replaceAll(today, '2026-03-02')
    .replaceAll(/\/media\/[0-9a-f]{32}/g, '/media/790d48bb4ef0e56ecef6417e1f71dbb3')
  return JSON.parse(text)
}

const listIn = (answer: unknown): unknown =>
  Array.isArray(answer)
    ? answer
    : isValues(answer)
      ? Object.values(answer).find((value) => Array.isArray(value))
      : undefined

/** The first record of a list, wherever the answer has the list. */
function firstOf(answer: unknown): Values {
  if (isValues(answer) && ('_id' in answer || 'fields' in answer)) return answer
  const list = listIn(answer)
  if (Array.isArray(list)) return isValues(list[0]) ? list[0] : {}
  return isValues(answer) ? answer : {}
}

/** Makes each call of the API with the sample content, as far as it can, and records a successful one. */
class Recorder {
  readonly examples: Examples = {}
  readonly refused = new Map<string, string>()
  private readonly answers = new Map<string, unknown>()
  private readonly answersByPath = new Map<string, unknown>()

  private readonly site: TestApp
  private readonly operations: Described[]
  private readonly staff: SignedIn

  constructor(site: TestApp, operations: Described[], staff: SignedIn) {
    this.site = site
    this.operations = operations
    this.staff = staff
  }

  /** Calls about sessions and accounts may end those of their caller. */
  private callerOf({ path }: Described): Promise<SignedIn> | SignedIn {
    return /^\/api\/(identity|users)/.test(path) ? this.site.asStaff() : this.staff
  }

  /** Records calls of some methods until no more succeed. Answers of lists have the ids that others need. */
  async record(choose: (operation: Described) => boolean): Promise<void> {
    for (let more = true; more; ) {
      more = false
      for (const operation of this.operations)
        if (choose(operation) && !this.isDone(operation) && (await this.make(operation)) && this.isDone(operation))
          more = true
    }
  }

  /** A list that was empty may have records later. */
  private isDone({ id, method }: Described): boolean {
    const answer = this.answers.get(id)
    return (
      id in this.examples &&
      !(method === 'GET' && Object.keys(firstOf(answer)).length === 0 && Array.isArray(listIn(answer)))
    )
  }

  private valueOf(path: string, name: string, isLive: boolean): string | undefined {
    const answer = this.answersByPath.get(path)
    const list = listIn(answer)
    const live = isLive && Array.isArray(list) ? list.find((one) => one.published || one.active) : undefined
    const record: Values = live ?? firstOf(answer)
    const link = String(record['path'] ?? '').replace(/^.*\//, '')
    if (name === 'token' && link) return link
    const names = name === 'id' ? ['_id'] : [name, '_id', 'version', 'key']
    const found = names.map((field) => record[field]).find((one) => typeof one === 'string' || typeof one === 'number')
    return found === undefined ? undefined : String(found)
  }

  /** The values of the parameters, from what the list before each has answered. */
  private parametersOf({ id, path, parameters }: Described): Record<string, string> | undefined {
    const values: Record<string, string> = { ...fixed[id] }
    for (const { name, in: place } of parameters) {
      if (place !== 'path' || name in values) continue
      const before = path.slice(0, path.indexOf(`/{${name}}`)).replace(/\/id$/, '')
      const admin = [`${before}/adminCourses`, `${before}/adminblogs`]
      const lists = [...admin, before, before.replace(/\/\{\w+\}$/, '')]
      const of = before.replace(/^.*\/previews/, '/api')
      const found = before.endsWith('/persons') ? [`${before}/find`] : lists
      const from = before.includes('/previews/') ? [`${of}/{id}/preview-links`] : found
      const value = from
        .map((list) => this.valueOf(list, name, path.endsWith('/working-copy')))
        .find((one) => one !== undefined)
      if (value === undefined) return undefined
      values[name] = value
    }
    return values
  }

  private bodyOf(operation: Described): unknown {
    const { id, method, path } = operation
    const given = bodies[id]
    if (typeof given === 'function') return given((other) => firstOf(this.answers.get(other)))
    if (given) return given
    const stored = this.storedFor(path)
    const kind = common.find(([ofMethod, pattern]) => ofMethod === method && pattern.test(path))
    if (kind) return kind[2](stored, operation, listIn(this.answersByPath.get(path.replace(/\/\w+$/, ''))))
    const { properties = {} } = operation.bodies['application/json'] ?? {}
    const own = Object.entries(isValues(stored['fields']) ? stored['fields'] : stored).flatMap(([name, value]) => {
      if (!(name in properties) || value === null) return []
      const { type } = properties[name] ?? {}
      return [[name, type === 'string' && isValues(value) ? value['_id'] : value] as const]
    })
    const isNew = method === 'POST' && !path.includes('{id}')
    return Object.fromEntries(
      own.map(([name, value]) => [name, isNew && /^(slug|path)$/.test(name) ? `${value}-2` : value]),
    )
  }

  /** The record that a path is about. */
  private storedFor(path: string): Values {
    const list = path.replace(/\/(\{\w+\}|bulk|reorder|order|working-copy|duplicate|preview)(?=\/|$).*/, '')
    const places = [path, `${list}/id/{id}`, `${list}/{id}`, list, `${list}/adminCourses`]
    return (
      places.map((place) => firstOf(this.answersByPath.get(place))).find((one) => Object.keys(one).length > 0) ?? {}
    )
  }

  private async make(operation: Described, isAgain = false): Promise<boolean> {
    const { id, method, path, answers } = operation
    const values = this.parametersOf(operation)
    if (!values) return this.refuse(id, 'no record')
    const takesJson = 'application/json' in operation.bodies
    if (Object.keys(operation.bodies).length > 0 && !takesJson) return this.refuse(id, 'a file')
    const body = takesJson ? this.bodyOf(operation) : undefined
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''))
    const version = this.storedFor(path)['version']
    const headers = method === 'PUT' && version !== undefined ? { 'if-match': String(version) } : {}
    const query = queries[id]?.((other) => firstOf(this.answers.get(other)))
    const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
    const call = callAs(this.site, await this.callerOf(operation))
    const response = await call(method, address + search, body, headers)
    const text = await response.text()
    if (!response.ok) return this.refuse(id, `${response.status} ${text.slice(0, 200)}`)
    const schema = answers?.get(response.status)
    const answer = schema && schema.type !== 'string' && text ? JSON.parse(text) : undefined
    this.answers.set(id, answer)
    if (method === 'GET' || !this.answersByPath.has(path)) this.answersByPath.set(path, answer)
    if (method === 'DELETE') await this.forgetLists(path)
    if (isAgain) return true
    const named = Object.keys(values).length > 0 && { path: values }
    const sent = body !== undefined && { body: this.fitting(body, operation.bodies['application/json']) }
    const shown = answer !== undefined && { answer: this.fitting(answer, schema ?? undefined) }
    this.examples[id] = { ...named, ...sent, ...shown }
    return true
  }

  /** What was deleted is in no list any more. */
  private async forgetLists(path: string): Promise<void> {
    for (const operation of this.operations)
      if (
        operation.method === 'GET' &&
        !operation.path.endsWith('}') &&
        path.startsWith(`${operation.path.replace(/\/admin\w+$/, '')}/`)
      )
        await this.make(operation, true)
  }

  private fitting(value: unknown, schema: Schema | undefined): unknown {
    const short = shorten(value)
    return !schema || readerOf(schema).safeParse(short).success ? short : value
  }

  private refuse(id: string, why: string): false {
    if (!this.refused.has(id) || this.refused.get(id) === 'no record') this.refused.set(id, why)
    return false
  }
}

/** @returns an example of each call that can be made without another program, and why the others have none */
export async function recordExamples(): Promise<{ examples: Examples; refused: Map<string, string> }> {
  const site: TestApp = await startTestApp(
    { sampleContent: true, publicUrl: 'https://www.example.com' },
    { built: true },
  )
  try {
    const staff = await site.asStaff({ email: 'asha@example.com' })
    const call = callAs(site, staff)
    const description = await (await call('GET', '/api/openapi.json')).json()
    const ids = Object.values(description.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
      (methods) => Object.values(methods).map(({ operationId }) => operationId),
    )
    const operations = operationsOf(description).map((operation, at) => ({ ...operation, id: ids[at] ?? '' }))
    const recorder = new Recorder(site, operations, staff)
    const ends = /signOut|changePassword|deleteUser|dismissFirstSteps|emptyTrash|erasePerson/
    const isFor = (method: string) => (operation: Described) => operation.method === method && !ends.test(operation.id)
    await recorder.record(({ id }) => id === 'confirmIdentity')
    await recorder.record(isFor('GET'))
    await recorder.record(
      (operation) =>
        isFor('POST')(operation) && !operation.path.includes('{') && operation.path.split('/').length === 3,
    )
    await recorder.record(isFor('GET'))
    // What belongs to a record is deleted before the record.
    const depth = ({ method, path }: Described) => (method === 'DELETE' ? -path.split('/').length : 0)
    operations.sort((a, b) => depth(a) - depth(b))
    for (const method of ['PUT', 'PATCH', 'GET', 'POST', 'PUT', 'GET', 'DELETE', 'GET', 'POST', 'DELETE'])
      await recorder.record(isFor(method))
    for (const operation of operations) await recorder.record((one) => one === operation)
    const { examples, refused } = recorder
    return { examples: settled(examples), refused }
  } finally {
    await site.close()
  }
}
