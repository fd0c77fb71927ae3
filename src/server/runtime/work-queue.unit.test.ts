import { expect, test } from 'vitest'
import { HttpError } from './http-error.ts'
import { createWorkQueue } from './work-queue.ts'

/** Tasks that run until `end` is called, the order in which they began, and the most that ran at a time. */
function observedTasks() {
  const began: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  let running = 0
  let most = 0
  const task = (name: string) => async () => {
    began.push(name)
    most = Math.max(most, ++running)
    const end = Promise.withResolvers<void>()
    ends.set(name, end)
    await end.promise.finally(() => running--)
    return name
  }
  return {
    task,
    began,
    most: () => most,
    end: (name: string, error?: Error) => (error ? ends.get(name)?.reject(error) : ends.get(name)?.resolve()),
  }
}

test('of fifty tasks two run at a time, in order', async () => {
  const run = createWorkQueue({ concurrency: 2, queueLimit: 48, busyMessage: 'Later, please.' })
  const { task, began, most, end } = observedTasks()
  const names = Array.from({ length: 50 }, (_, index) => `task ${index}`)
  const results = names.map((name) => run(task(name)))
  for (const [index, name] of names.entries()) {
    expect(began).toHaveLength(Math.min(50, index + 2))
    end(name)
    expect(await results[index]).toBe(name)
    await new Promise(setImmediate)
  }
  expect(began).toEqual(names)
  expect(most()).toBe(2)
})

test('refuses tasks while the queue is full, and a failed task makes room', async () => {
  const run = createWorkQueue({ concurrency: 1, queueLimit: 1, busyMessage: 'Later, please.' })
  const { task, began, end } = observedTasks()
  const first = run(task('first'))
  const second = run(task('second'))
  await expect(run(task('third'))).rejects.toThrow(HttpError)
  await expect(run(task('third'))).rejects.toMatchObject({ status: 503 })
  end('first', new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  await new Promise(setImmediate)
  expect(began).toEqual(['first', 'second'])
  const fourth = run(task('fourth'))
  end('second')
  await second
  await new Promise(setImmediate)
  end('fourth')
  expect(await fourth).toBe('fourth')
})

test('urgent tasks start first, and have a separate queue', async () => {
  const run = createWorkQueue({ concurrency: 1, queueLimit: 1, busyMessage: 'Later, please.' })
  const { task, began, end } = observedTasks()
  const all = [run(task('running')), run(task('waiting')), run(task('urgent'), true)]
  for (const name of ['running', 'urgent', 'waiting']) {
    end(name)
    await new Promise(setImmediate)
  }
  await Promise.all(all)
  expect(began).toEqual(['running', 'urgent', 'waiting'])
})
