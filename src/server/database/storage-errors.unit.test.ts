import { expect, test } from 'vitest'
import { logFailure, StorageError, storageErrorKind } from './storage-errors.ts'

const error = (fields: object) => Object.assign(new Error('It failed'), fields)

test.each([
  [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, 'full'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 778 }, 'failing'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 1032 }, 'gone'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 267 }, 'damaged'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 2067 }, null],
  [{ code: '53100' }, 'full'],
  [{ code: '53300' }, 'busy'],
  [{ code: '57P01' }, 'unreachable'],
  [{ code: '08006' }, 'unreachable'],
  [{ code: '42501' }, 'denied'],
  [{ code: '3F000' }, 'denied'],
  [{ code: '23505' }, null],
  [{ code: 'ENOSPC' }, 'full'],
  [{ code: 'ECONNREFUSED', syscall: 'connect' }, 'unreachable'],
  [{ message: 'Connection terminated unexpectedly' }, 'unreachable'],
  [{ message: 'Client has encountered a connection error and is not queryable' }, 'unreachable'],
  [{ message: 'Client was closed and is not queryable' }, 'unreachable'],
  // A visitor who disconnects, and a mail server that does not answer.
  [{ code: 'ECONNRESET' }, null],
  [{ code: 'ETIMEDOUT', command: 'CONN', syscall: 'connect' }, null],
])('%j is %s', (fields, kind) => {
  expect(storageErrorKind(error(fields))).toBe(kind)
})

test('logs a storage problem once a minute, and every other error', () => {
  const lines: unknown[] = []
  const log = { error: (...said: unknown[]) => lines.push(said[0]) }
  const other = error({})
  for (let time = 0; time < 5; time++) logFailure(log, new StorageError({ kind: 'full', message: 'No room' }))
  for (let time = 0; time < 2; time++) logFailure(log, other)
  expect(lines).toEqual(['The disk is full (No room). Free some space; nothing can be saved until then.', other, other])
})
