import { expect, test } from 'vitest'
import { readArguments, UsageError } from './arguments.ts'

test.each([
  [[], 'a command is missing'],
  [['bakcup'], 'there is no command "bakcup"'],
  [['verify'], 'verify needs a file'],
  [['list', 'x'], 'list does not accept "x"'],
  [['restore', 'x', '--nightly'], 'restore has no option --nightly'],
  [['backup', 'x', '--nightly'], 'backup --nightly chooses its file itself'],
  [['backup', 'x', '--upgrade'], 'backup --upgrade chooses its file itself'],
  [['backup', '--loud'], "Unknown option '--loud'"],
  [['move'], 'move needs --to with the address of a PostgreSQL database'],
  [['move', '--to', 'mysql://x'], '--to must be an address such as postgres://user:password@host:5432/name'],
  [
    ['move', '--to', 'postgres://atrium:two#rivers@db/atrium'],
    '--to has a password that is not encoded: the characters @ : / ? # and % of a password are written %40 %3A %2F %3F %23 and %25',
  ],
  [['import'], 'import is followed by wordpress, ghost, markdown, atrium, list or --undo'],
  [['import', 'joomla', 'x'], 'import is followed by wordpress, ghost, markdown, atrium, list or --undo'],
  [['import', 'ghost'], 'import ghost needs a path'],
  [['import', 'list', '--write'], 'import list has no option --write'],
  [['import', '--undo', 'x', '--write'], 'import undo has no option --write'],
  [['admin', 'remove'], 'admin is followed by list, invite, reset-password, enable or remove-second-factor'],
  [['admin', 'enable'], 'admin enable needs an address'],
  [['admin', 'invite', 'meera@example.com', '--name', ' '], 'admin invite needs --name'],
  [
    ['admin', 'invite', 'm@example.com', '--name', 'M', '--role', 'root'],
    '--role is editor, marketing, sales, writer, viewer, trainer, owner',
  ],
])('%j: %s', (args, message) => {
  expect(() => readArguments(args, '1.0.0')).toThrow(new UsageError(message))
})

test('reads a command with its word and options, and answers for help and version', () => {
  expect(readArguments(['restore', 'site.zip', '--replace'], '1.0.0')).toEqual({
    command: 'restore',
    word: 'site.zip',
    words: ['site.zip'],
    values: { replace: true },
  })
  expect(readArguments(['--version'], '1.0.0')).toEqual({ print: '1.0.0' })
  expect(readArguments(['help'], '1.0.0')).toEqual({ print: expect.stringContaining('Exit codes') })
  expect(readArguments(['move', '-h'], '1.0.0')).toEqual({ print: expect.stringMatching(/^atrium move --to/) })
})
