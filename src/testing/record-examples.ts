import { type Operation, operationsOf } from './api-operations.ts'
import { bodies, common, fixed, queries } from './example-bodies.ts'
import { type Examples, isValues, makeCall, publicUrl, settled } from './record-call.ts'
import { recordScenes } from './record-scenes.ts'
import { refuseStored } from './secrets.ts'
import { callAs } from './staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from './start-app.ts'

type Values = Record<string, unknown>

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
  private readonly operations: Operation[]
  private readonly staff: SignedIn

  constructor(site: TestApp, operations: Operation[], staff: SignedIn) {
    this.site = site
    this.operations = operations
    this.staff = staff
  }

  /** Calls about sessions and accounts may end those of their caller. */
  private callerOf({ path }: Operation): Promise<SignedIn> | SignedIn {
    return /^\/api\/(identity|users)/.test(path) ? this.site.asStaff() : this.staff
  }

  /** Records calls of some methods until no more succeed. Answers of lists have the ids that others need. */
  async record(choose: (operation: Operation) => boolean): Promise<void> {
    for (let more = true; more; ) {
      more = false
      for (const operation of this.operations)
        if (choose(operation) && !this.isDone(operation) && (await this.make(operation)) && this.isDone(operation))
          more = true
    }
  }

  /** A list that was empty may have records later. */
  private isDone({ id, method }: Operation): boolean {
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
  private parametersOf({ id, path, parameters }: Operation): Record<string, string> | undefined {
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

  private bodyOf(operation: Operation): unknown {
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

  private async make(operation: Operation, isAgain = false): Promise<boolean> {
    const { id, method, path } = operation
    const values = this.parametersOf(operation)
    if (!values) return this.refuse(id, 'no record')
    const takesJson = 'application/json' in operation.bodies
    if (Object.keys(operation.bodies).length > 0 && !takesJson) return this.refuse(id, 'a file')
    const version = this.storedFor(path)['version']
    const made = await makeCall(this.site, await this.callerOf(operation), operation, {
      path: values,
      query: queries[id]?.((other) => firstOf(this.answers.get(other))),
      ...(takesJson && { body: this.bodyOf(operation) }),
      headers: method === 'PUT' && version !== undefined ? { 'if-match': String(version) } : {},
    })
    if (!made.example) return this.refuse(id, made.refusal)
    const { answer, example } = made
    this.answers.set(id, answer)
    if (method === 'GET' || !this.answersByPath.has(path)) this.answersByPath.set(path, answer)
    if (method === 'DELETE') await this.forgetLists(path)
    if (!isAgain) this.examples[id] = example
    return true
  }

  /** Lists that had a deleted record are read again. */
  private async forgetLists(path: string): Promise<void> {
    for (const operation of this.operations)
      if (
        operation.method === 'GET' &&
        !operation.path.endsWith('}') &&
        path.startsWith(`${operation.path.replace(/\/admin\w+$/, '')}/`)
      )
        await this.make(operation, true)
  }

  private refuse(id: string, why: string): false {
    if (!this.refused.has(id) || this.refused.get(id) === 'no record') this.refused.set(id, why)
    return false
  }
}

/** @returns an example of each call that can be made without another program, and why the others have none */
export async function recordExamples(): Promise<{ examples: Examples; refused: Map<string, string> }> {
  const site: TestApp = await startTestApp({ sampleContent: true, publicUrl }, { built: true })
  try {
    const staff = await site.asStaff({ email: 'asha@example.com' })
    const call = callAs(site, staff)
    const description = await (await call('GET', '/api/openapi.json')).json()
    const operations = operationsOf(description)
    const recorder = new Recorder(site, operations, staff)
    const ends = /signOut|changePassword|deleteUser|dismissFirstSteps|emptyTrash|erasePerson/
    const isFor = (method: string) => (operation: Operation) => operation.method === method && !ends.test(operation.id)
    await recorder.record(({ id }) => id === 'confirmIdentity')
    await recorder.record(isFor('GET'))
    await recorder.record(
      (operation) =>
        isFor('POST')(operation) && !operation.path.includes('{') && operation.path.split('/').length === 3,
    )
    await recorder.record(isFor('GET'))
    // The parts of a record are deleted before the record.
    const depth = ({ method, path }: Operation) => (method === 'DELETE' ? -path.split('/').length : 0)
    operations.sort((a, b) => depth(a) - depth(b))
    for (const method of ['PUT', 'PATCH', 'GET', 'POST', 'PUT', 'GET', 'DELETE', 'GET', 'POST', 'DELETE'])
      await recorder.record(isFor(method))
    for (const operation of operations) await recorder.record((one) => one === operation)
    const { examples, refused } = recorder
    await refuseStored(site, JSON.stringify(settled(examples)))
    const scenes = await recordScenes(operations)
    for (const [scene, why] of scenes.failed) refused.set(scene, why)
    return { examples: settled({ ...examples, ...scenes.examples }), refused }
  } finally {
    await site.close()
  }
}
