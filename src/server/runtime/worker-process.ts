import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

// biome-ignore lint/suspicious/noExplicitAny: each worker's functions declare their own parameters
type Calls = Record<string, (...args: any[]) => unknown>
type CallMessage = { call: string; args: unknown[] }
type ResultMessage = { ready: true } | { result: unknown } | { error: unknown }
type Task = CallMessage & { resolve(result: unknown): void; reject(error: unknown): void }
type WorkerProcess = {
  process: ChildProcess
  ready: boolean
  task?: Task | undefined
  timer?: NodeJS.Timeout | undefined
}

type Limits = {
  /** The most processes, each with one call at a time. */
  size: number
  /** How long a call may run, in milliseconds. */
  deadline: number
  /** On a busy machine a call may take this many times its deadline, 4 without it, until it has used the processor for that long. */
  patience?: number
  /** The JavaScript heap of a process, in megabytes. */
  memory: number
  /** The part of it for new objects. A small one costs time where a call makes many, such as the tree of a text. */
  young?: number
  /** The most calls that may wait for a process. */
  queue: number
  /** How long an idle process is kept, in milliseconds: shorter where calls follow one another at once, and then there are none for long. */
  idle?: number
}

/** A process ended during a call, by a crash or for lack of memory. */
export class WorkerEnded extends Error {
  override name = 'WorkerEnded'
}

/** A call exceeded its deadline. */
export class WorkerTimedOut extends Error {
  override name = 'WorkerTimedOut'
}

/** A call was refused because too many were waiting. The API answers with 503. */
export class WorkerBusy extends Error {
  override name = 'WorkerBusy'
  statusCode = 503
}

/** The pools of this process, by the names of their programs, with their current calls. */
export const workerPools: { name: string; count(): { processes: number; running: number; waiting: number } }[] = []

/** How long a process may take to start on a busy machine, in milliseconds. */
const startTimeout = 30_000

/**
 * A small pool of processes for heavy work, so that the server stays responsive and survives crashes and memory leaks of that work. A process
 * starts when a call finds none free, handles one call at a time, and ends when it has been idle for a while. A call that times out or is aborted ends its
 * process; the next call starts a new one.
 * @param file the worker's program, which passes its functions to `serveCalls`
 * @returns calls one of the functions: its name, its arguments, which must be structured-cloneable, and a signal that aborts the call. The
 * promise rejects with what the function throws, with WorkerTimedOut, WorkerEnded or WorkerBusy, or with the signal's reason.
 */
export function createWorker<C extends Calls>(
  file: URL,
  { size, deadline, patience = 4, memory, young = 2, queue: longestQueue, idle = 15_000 }: Limits,
) {
  const workers = new Set<WorkerProcess>()
  const queue: Task[] = []
  const countRunning = () => workers.values().reduce((sum, { task }) => sum + (task ? 1 : 0), 0)
  workerPools.push({
    name: basename(file.pathname).replace(/(-worker)?\.\w+$/, ''),
    count: () => ({ processes: workers.size, running: countRunning(), waiting: queue.length }),
  })

  function start(): WorkerProcess {
    // It gets no environment variables: they contain secrets, and it processes untrusted input.
    // Several processes work at once, so threads of their garbage collectors would only compete for the same processors.
    const heap = [`--max-old-space-size=${memory}`, `--max-semi-space-size=${young}`, '--single-threaded-gc']
    const child = fork(fileURLToPath(file), {
      execArgv: ['--disable-sigusr1', ...heap],
      serialization: 'advanced',
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const worker: WorkerProcess = { process: child, ready: false }
    workers.add(worker)
    child.on('message', (message: ResultMessage) => {
      if ('ready' in message) {
        worker.ready = true
        startClock(worker)
        return
      }
      const task = release(worker)
      if ('error' in message) task?.reject(message.error)
      else task?.resolve(message.result)
      setKeepAlive(child, false)
      worker.timer = setTimeout(end, idle, worker).unref()
      startNext()
    })
    child.on('error', (error) => end(worker, error)).on('exit', () => end(worker))
    return worker
  }

  /** Removes a process from the pool and kills it; its call is rejected. */
  function end(worker: WorkerProcess, reason: unknown = new WorkerEnded(`${fileURLToPath(file)} has ended`)) {
    if (!workers.delete(worker)) return
    worker.process.kill('SIGKILL')
    setKeepAlive(worker.process, false)
    release(worker)?.reject(reason)
    startNext()
  }

  function startNext() {
    while (queue.length > 0) {
      const worker = workers.values().find(({ task }) => !task) ?? (workers.size < size ? start() : undefined)
      if (!worker) return
      run(worker, queue.shift() as Task)
    }
  }

  function run(worker: WorkerProcess, task: Task) {
    release(worker)
    worker.task = task
    startClock(worker)
    setKeepAlive(worker.process, true)
    try {
      worker.process.send({ call: task.call, args: task.args } satisfies CallMessage)
    } catch (error) {
      end(worker, error)
    }
  }

  /** Starts the deadline of a call. The start of a process has a separate limit. */
  function startClock(worker: WorkerProcess) {
    clearTimeout(worker.timer)
    const limit = worker.ready ? deadline : startTimeout
    const latest = performance.now() + limit * (worker.ready ? patience : 1)
    const before = processorTime(worker.process)
    const check = () => {
      const missing = Math.min(limit - (processorTime(worker.process) - before), latest - performance.now())
      if (missing >= 10) worker.timer = setTimeout(check, missing)
      else end(worker, new WorkerTimedOut(`${worker.task?.call} took more than ${limit} ms`))
    }
    worker.timer = setTimeout(check, limit)
  }

  function cancel(task: Task, reason: unknown) {
    const place = queue.indexOf(task)
    if (place >= 0) queue.splice(place, 1)
    const worker = workers.values().find((each) => each.task === task)
    if (worker) end(worker, reason)
    else task.reject(reason)
  }

  return <Name extends keyof C & string>(
    call: Name,
    args: Parameters<C[Name]>,
    signal?: AbortSignal | undefined,
  ): Promise<Awaited<ReturnType<C[Name]>>> =>
    new Promise<unknown>((resolve, reject) => {
      if (signal?.aborted) throw signal.reason
      // Calls that a free or new process takes at once do not count as waiting.
      if (countRunning() + queue.length >= size + longestQueue)
        throw new WorkerBusy(`${longestQueue} calls wait for ${fileURLToPath(file)}`)
      const onAbort = () => cancel(task, signal?.reason)
      const settled = () => signal?.removeEventListener('abort', onAbort)
      const task: Task = {
        call,
        args,
        resolve: (result) => resolve(settled() ?? result),
        reject: (error) => reject(settled() ?? error),
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      queue.push(task)
      startNext()
    }) as Promise<Awaited<ReturnType<C[Name]>>>
}

/** The processor time of a process, in milliseconds; NaN on other systems than Linux. */
function processorTime({ pid }: ChildProcess): number {
  try {
    // The fields after the name, which may contain anything: the state, then numbers, among them the times in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}

/** Takes the call from a process, and stops its deadline. */
function release(worker: WorkerProcess): Task | undefined {
  const { task } = worker
  clearTimeout(worker.timer)
  worker.task = undefined
  return task
}

/** Sets whether a child keeps this process from ending, as it does during a call only. */
function setKeepAlive(child: ChildProcess, keepAlive: boolean) {
  if (keepAlive) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}

/** Called by a worker's program: runs the calls that the parent process sends. The worker ends with its parent. */
export function serveCalls(calls: Calls): void {
  const watched = watchParent()
  // A parent that has just ended hears no answer; without a callback that would be an uncaught error here.
  const reply = (message: ResultMessage) => process.send?.(message, undefined, undefined, () => {})
  process.on('message', async ({ call, args }: CallMessage) => {
    await watched
    let result: ResultMessage
    try {
      result = { result: await calls[call]?.(...args) }
    } catch (error) {
      result = { error }
    }
    reply(result)
  })
  watched.then(() => reply({ ready: true }))
}

/**
 * Ends this process when its parent is gone: a killed parent can enforce no deadline. A separate thread checks, because
 * the main thread may be busy for hours.
 * @returns resolves once the thread runs; until then the main thread must not be busy
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
