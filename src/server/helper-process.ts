import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// biome-ignore lint/suspicious/noExplicitAny: what a helper takes is said by its own functions
type Calls = Record<string, (...given: any[]) => unknown>
type Question = { number: number; call: string; given: unknown[] }
type Answer = { number: number; answer?: unknown; error?: unknown }
type Waiting = { resolve(answer: unknown): void; reject(error: unknown): void }

/** A helper that has died, taking with it what it was asked. */
export class HelperEnded extends Error {
  override name = 'HelperEnded'
}

/** How long a helper is kept without work, in milliseconds. */
const keptFor = 60_000

/**
 * A process of its own for heavy work, so that this one goes on answering, and loses neither its life nor its memory to what the work does.
 * It starts with the first question and ends after a minute without one; one that dies fails the questions it had and is started anew.
 * @param file the helper's program, which hands its functions to `answerQuestions`
 * @returns how to ask: the name of a function and what it is given, which has to survive a structured clone
 */
export function createHelper<C extends Calls>(file: URL) {
  let helper: { process: ChildProcess; waiting: Map<number, Waiting>; idle?: NodeJS.Timeout } | undefined
  let count = 0

  function start(): NonNullable<typeof helper> {
    // It gets none of the settings: they hold secrets, and it works on what strangers may have made.
    const child = fork(fileURLToPath(file), {
      execArgv: [],
      serialization: 'advanced',
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const started: NonNullable<typeof helper> = { process: child, waiting: new Map() }
    child.on('message', ({ number, answer, error }: Answer) => {
      const { waiting } = started
      if (error === undefined) waiting.get(number)?.resolve(answer)
      else waiting.get(number)?.reject(error)
      waiting.delete(number)
      if (waiting.size > 0) return
      hold(child, false)
      started.idle = setTimeout(() => child.kill(), keptFor).unref()
    })
    const end = (error?: unknown) => {
      if (helper === started) helper = undefined
      for (const { reject } of started.waiting.values()) reject(error ?? new HelperEnded(`${fileURLToPath(file)} has ended`))
      started.waiting.clear()
    }
    child.on('error', end).on('exit', () => end())
    return started
  }

  return <Name extends keyof C & string>(call: Name, ...given: Parameters<C[Name]>): Promise<Awaited<ReturnType<C[Name]>>> =>
    new Promise((resolve, reject) => {
      helper ??= start()
      clearTimeout(helper.idle)
      const number = ++count
      helper.waiting.set(number, { resolve: resolve as Waiting['resolve'], reject })
      hold(helper.process, true)
      helper.process.send({ number, call, given } satisfies Question)
    })
}

/** Whether a child holds up the end of this process: only while it has work. */
function hold(child: ChildProcess, held: boolean) {
  if (held) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}

/** For a helper's own program: answers what the process that started it asks. It ends with that process. */
export function answerQuestions(calls: Calls): void {
  process.on('message', async ({ number, call, given }: Question) => {
    let answer: Answer
    try {
      answer = { number, answer: await calls[call]?.(...given) }
    } catch (error) {
      answer = { number, error }
    }
    process.send?.(answer)
  })
}
