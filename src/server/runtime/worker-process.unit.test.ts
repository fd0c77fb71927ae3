import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { FailingCalls } from '#testing/failing-worker.ts'
import { createWorker, WorkerBusy, WorkerEnded, WorkerTimedOut } from './worker-process.ts'

const file = new URL('../../testing/failing-worker.ts', import.meta.url)
const limits = { size: 1, deadline: 10_000, memory: 64, queue: 20 }
const ask = createWorker<FailingCalls>(file, limits)

/** Whether a process lives. */
function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('concurrent calls each get their own result, bytes as bytes', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => ask('double', [Buffer.from([index])])))
  expect(answers.map((bytes) => [...bytes])).toEqual(Array.from({ length: 20 }, (_, index) => [index, index]))
})

test('an error in the worker rejects the call, with its message', async () => {
  await expect(ask('fail', ['No such thing'])).rejects.toThrow('No such thing')
  await expect(ask('failWithoutWords', [])).rejects.toBeUndefined()
})

test('a process that dies rejects its call, and another one takes the pending calls', async () => {
  const [died, answered] = await Promise.allSettled([ask('die', []), ask('wait', [0])])
  expect(died).toMatchObject({ status: 'rejected', reason: expect.any(WorkerEnded) })
  expect(answered).toMatchObject({ status: 'fulfilled', value: 'waited' })
})

test('the process gets none of the environment variables', async () => {
  process.env['ADMIN_PASSWORD'] = 'a secret'
  await expect(ask('die', [])).rejects.toThrow(WorkerEnded)
  expect(await ask('settings', [])).toBeUndefined()
  delete process.env['ADMIN_PASSWORD']
})

test('arguments that cannot be cloned reject only their call', async () => {
  await expect(ask('double', [(() => {}) as unknown as Uint8Array])).rejects.toThrow(/clone/)
  expect([...(await ask('double', [Buffer.from([4])]))]).toEqual([4, 4])
})

test('ends a call beyond its deadline, and answers the next one', async () => {
  const askBriefly = createWorker<FailingCalls>(file, { ...limits, deadline: 200 })
  const pid = await askBriefly('pid', [])
  const [slow, next] = await Promise.allSettled([askBriefly('workForEver', []), askBriefly('pid', [])])
  expect(slow).toMatchObject({ status: 'rejected', reason: expect.any(WorkerTimedOut) })
  expect(next).toMatchObject({ status: 'fulfilled', value: expect.any(Number) })
  await expect.poll(() => lives(pid)).toBe(false)
})

test('on a busy machine, or while it waits, a call may take several times its deadline', async () => {
  const askPatiently = createWorker<FailingCalls>(file, { ...limits, deadline: 100, patience: 50 })
  expect(await askPatiently('wait', [400])).toBe('waited')
  await expect(askPatiently('workForEver', [])).rejects.toThrow(WorkerTimedOut)
  const askBriefly = createWorker<FailingCalls>(file, { ...limits, deadline: 100, patience: 2 })
  await expect(askBriefly('wait', [20_000])).rejects.toThrow(WorkerTimedOut)
})

test('an endless call delays no others while another process is free', async () => {
  const askTwo = createWorker<FailingCalls>(file, { ...limits, size: 2 })
  const leaving = new AbortController()
  const endless = askTwo('workForEver', [], leaving.signal)
  for (const number of [1, 2, 3])
    expect([...(await askTwo('double', [Buffer.from([number])]))]).toEqual([number, number])
  leaving.abort(new Error('left'))
  await expect(endless).rejects.toThrow('left')
})

test('a process that runs out of memory does not affect others', async () => {
  const askWithLittle = createWorker<FailingCalls>(file, { ...limits, memory: 24 })
  await expect(askWithLittle('fillMemory', [])).rejects.toThrow(WorkerEnded)
})

test('an aborted call leaves the queue, or ends its process', async () => {
  const pid = await ask('pid', [])
  const leaving = new AbortController()
  const running = ask('workForEver', [], leaving.signal)
  const queued = ask('workForEver', [], leaving.signal)
  const after = ask('double', [Buffer.from([5])])
  leaving.abort(new Error('left'))
  await expect(running).rejects.toThrow('left')
  await expect(queued).rejects.toThrow('left')
  expect([...(await after)]).toEqual([5, 5])
  await expect.poll(() => lives(pid)).toBe(false)
  await expect(ask('pid', [], AbortSignal.abort(new Error('never came')))).rejects.toThrow('never came')
})

test('refuses calls at once when too many are pending', async () => {
  const askFew = createWorker<FailingCalls>(file, { ...limits, queue: 2 })
  const calls = Array.from({ length: 5 }, () => askFew('wait', [20]))
  const outcomes = await Promise.allSettled(calls)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect(outcomes[4]).toMatchObject({ reason: expect.any(WorkerBusy) })
  expect(await askFew('wait', [0])).toBe('waited')
})

test('a process ends with its parent, even when that is killed during a call', async () => {
  const program = `import { createWorker } from ${JSON.stringify(new URL('./worker-process.ts', import.meta.url).href)}
    const ask = createWorker(new URL(${JSON.stringify(file.href)}), ${JSON.stringify(limits)})
    process.stdout.write(String(await ask('pid', [])))
    await ask('workForEver', [])`
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = Number(await once(parent.stdout, 'data'))
  expect(lives(pid)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => lives(pid)).toBe(false)
})
