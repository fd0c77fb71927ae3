import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

// biome-ignore lint/suspicious/noExplicitAny: what a helper takes is said by its own functions
type Calls = Record<string, (...given: any[]) => unknown>
type Question = { call: string; given: unknown[] }
type Answer = { ready: true } | { answer: unknown } | { error: unknown }
type Task = Question & { resolve(answer: unknown): void; reject(error: unknown): void }
type Helper = { process: ChildProcess; ready: boolean; task?: Task | undefined; timer?: NodeJS.Timeout | undefined }

type Limits = {
  /** How many processes work at a time, each on one call. */
  size: number
  /** How long a call may work, in milliseconds, from the moment that a process takes it up. */
  deadline: number
  /** On a machine that has much else to do, how many times the deadline may pass until a call has had the processor for so long. */
  patience?: number
  /** The heap that a process may use for JavaScript, in megabytes. */
  memory: number
  /** How many calls may wait for a process. */
  queue: number
}

/** A process that has ended, by a crash or for want of memory, while it worked on a call. */
export class WorkerEnded extends Error {
  override name = 'WorkerEnded'
}

/** A call that worked beyond its deadline. */
export class WorkerTimedOut extends Error {
  override name = 'WorkerTimedOut'
}

/** A call that was refused because too many wait already. The API answers it with 503. */
export class WorkerBusy extends Error {
  override name = 'WorkerBusy'
  statusCode = 503
}

/** How long a process is kept without work, in milliseconds. */
const idleTimeout = 60_000
/** How long a process may take to start, in milliseconds, on a machine that has much else to do. */
const startTimeout = 30_000

/**
 * A small pool of processes for heavy work, so that this one goes on answering, and loses neither its life nor its memory to what the work
 * does. A process starts when a call finds none free, works on one call at a time, and ends after a minute without one. A call that is too
 * slow, or whose caller has left, costs its process, and nobody else's call: the next call starts another.
 * @param file the helper's program, which hands its functions to `answerQuestions`
 * @returns how to call one of them: its name, its parameters, which have to survive a structured clone, and a signal that gives up the call.
 * The promise rejects with what the function throws, with WorkerTimedOut, WorkerEnded or WorkerBusy, or with the signal's reason.
 */
export function createWorker<C extends Calls>(
  file: URL,
  { size, deadline, patience = 1, memory, queue: longestQueue }: Limits,
) {
  const helpers = new Set<Helper>()
  const queue: Task[] = []

  function start(): Helper {
    // It gets none of the settings: they hold secrets, and it works on what strangers may have made.
    const child = fork(fileURLToPath(file), {
      execArgv: [`--max-old-space-size=${memory}`],
      serialization: 'advanced',
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const helper: Helper = { process: child, ready: false }
    helpers.add(helper)
    child.on('message', (message: Answer) => {
      if ('ready' in message) {
        helper.ready = true
        startClock(helper)
        return
      }
      const task = release(helper)
      if ('error' in message) task?.reject(message.error)
      else task?.resolve(message.answer)
      hold(child, false)
      helper.timer = setTimeout(end, idleTimeout, helper).unref()
      startNext()
    })
    child.on('error', (error) => end(helper, error)).on('exit', () => end(helper))
    return helper
  }

  /** Takes a process out of the pool for good; what it works on fails. */
  function end(helper: Helper, reason: unknown = new WorkerEnded(`${fileURLToPath(file)} has ended`)) {
    if (!helpers.delete(helper)) return
    helper.process.kill('SIGKILL')
    hold(helper.process, false)
    release(helper)?.reject(reason)
    startNext()
  }

  function startNext() {
    while (queue.length > 0) {
      const helper = helpers.values().find(({ task }) => !task) ?? (helpers.size < size ? start() : undefined)
      if (!helper) return
      run(helper, queue.shift() as Task)
    }
  }

  function run(helper: Helper, task: Task) {
    release(helper)
    helper.task = task
    startClock(helper)
    hold(helper.process, true)
    try {
      helper.process.send({ call: task.call, given: task.given } satisfies Question)
    } catch (error) {
      end(helper, error)
    }
  }

  /** The time that a process takes to start is not counted as work. */
  function startClock(helper: Helper) {
    clearTimeout(helper.timer)
    const limit = helper.ready ? deadline : startTimeout
    const latest = performance.now() + limit * (helper.ready ? patience : 1)
    const before = processorTime(helper.process)
    const check = () => {
      const missing = Math.min(limit - (processorTime(helper.process) - before), latest - performance.now())
      if (missing >= 10) helper.timer = setTimeout(check, missing)
      else end(helper, new WorkerTimedOut(`${helper.task?.call} took more than ${limit} ms`))
    }
    helper.timer = setTimeout(check, limit)
  }

  function giveUp(task: Task, reason: unknown) {
    const place = queue.indexOf(task)
    if (place >= 0) queue.splice(place, 1)
    const helper = helpers.values().find((each) => each.task === task)
    if (helper) end(helper, reason)
    else task.reject(reason)
  }

  return <Name extends keyof C & string>(
    call: Name,
    given: Parameters<C[Name]>,
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<C[Name]>>> =>
    new Promise<unknown>((resolve, reject) => {
      if (signal?.aborted) throw signal.reason
      // A process that is free or yet to start takes a call at once, so that only what has to wait counts.
      const taken = helpers.values().reduce((sum, { task }) => sum + (task ? 1 : 0), queue.length)
      if (taken >= size + longestQueue) throw new WorkerBusy(`${longestQueue} calls wait for ${fileURLToPath(file)}`)
      const leave = () => giveUp(task, signal?.reason)
      const settled = () => signal?.removeEventListener('abort', leave)
      const task: Task = {
        call,
        given,
        resolve: (answer) => resolve(settled() ?? answer),
        reject: (error) => reject(settled() ?? error),
      }
      signal?.addEventListener('abort', leave, { once: true })
      queue.push(task)
      startNext()
    }) as Promise<Awaited<ReturnType<C[Name]>>>
}

/** For how long a process has had the processor, in milliseconds; NaN where Linux does not tell. */
function processorTime({ pid }: ChildProcess): number {
  try {
    // What follows the name, which may hold anything: the state, then numbers, among them the time in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}

/** Frees a process of what it works on, and stops the clock on it. */
function release(helper: Helper): Task | undefined {
  const { task } = helper
  clearTimeout(helper.timer)
  helper.task = undefined
  return task
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
  const watched = watchParent()
  process.on('message', async ({ call, given }: Question) => {
    await watched
    let answer: Answer
    try {
      answer = { answer: await calls[call]?.(...given) }
    } catch (error) {
      answer = { error }
    }
    process.send?.(answer)
  })
  watched.then(() => process.send?.({ ready: true } satisfies Answer))
}

/**
 * Ends this process with its parent, which may be killed and can then keep no deadline. A thread of its own looks for it, since the main one
 * may be busy for hours.
 * @returns once it looks; while it starts, the main thread must not be busy
 */
function watchParent(): Promise<unknown> {
  process.on('disconnect', () => process.exit())
  const watch = new Worker(
    `const parent = process.ppid
    setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1_000)
    require('node:worker_threads').parentPort.postMessage('watching')`,
    { eval: true },
  )
  watch.unref()
  return once(watch, 'message')
}
