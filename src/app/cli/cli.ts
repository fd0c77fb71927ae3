import { parseArgs } from 'node:util'
import { BackupError } from '#server/backup/manifest.ts'
import { readConfig } from '#server/config.ts'
import { describeStorageError, storageErrorKind } from '#server/database/storage-errors.ts'
import { ConfigError } from '#server/environment.ts'
import { HttpError } from '#server/http/errors.ts'
import { programVersion } from '#server/program-files.ts'
import { enable, invite, listStaff, resetPassword } from './admin-commands.ts'
import { backup, list, move, nightly, restore, verify } from './backup-commands.ts'
import { isCommand, UsageError, usageOf } from './usage.ts'

const options = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  replace: { type: 'boolean' },
  nightly: { type: 'boolean' },
  name: { type: 'string' },
  to: { type: 'string' },
} as const
type Options = { [Name in keyof typeof options]?: (typeof options)[Name]['type'] extends 'string' ? string : boolean }

/** The options of each command, and how many words it takes. */
const shapes: Record<string, { words: [least: number, most: number]; options?: (keyof Options)[] }> = {
  backup: { words: [0, 1], options: ['nightly'] },
  verify: { words: [1, 1] },
  restore: { words: [1, 1], options: ['replace'] },
  list: { words: [0, 0] },
  move: { words: [0, 0], options: ['to'] },
  'admin list': { words: [0, 0] },
  'admin invite': { words: [1, 1], options: ['name'] },
  'admin reset-password': { words: [1, 1] },
  'admin enable': { words: [1, 1] },
}

function parse(args: string[]): { values: Options; positionals: string[] } {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message.split(/[.\n]/)[0])
  }
}

/** The command with its words. @throws UsageError that names what is wrong */
function read(args: string[]): { command: string; words: string[]; values: Options } {
  const { values, positionals } = parse(args)
  const [first = '', ...rest] = positionals
  if (!isCommand(first)) throw new UsageError(first ? `there is no command "${first}"` : 'a command is missing')
  const [command, words] = first === 'admin' ? [`admin ${rest[0] ?? ''}`, rest.slice(1)] : [first, rest]
  const shape = shapes[command]
  if (!shape) throw new UsageError('admin is followed by list, invite, reset-password or enable')
  const [least, most] = shape.words
  if (words.length < least) throw new UsageError(`${command} needs ${first === 'admin' ? 'an address' : 'a file'}`)
  if (words.length > most) throw new UsageError(`${command} does not know what to do with "${words[most]}"`)
  const unknown = Object.keys(values).find((name) => !(shape.options as string[] | undefined)?.includes(name))
  if (unknown) throw new UsageError(`${command} has no option --${unknown}`)
  return { command, words, values }
}

async function run(args: string[]): Promise<void> {
  const { values, positionals } = parse(args)
  if (values.version) return console.log(programVersion)
  if (values.help || positionals[0] === 'help') return console.log(usageOf(positionals.find(isCommand)))
  const { command, words } = read(args)
  const word = words[0] ?? ''
  const to = values.to ?? ''
  if (command === 'move' && !/^postgres(ql)?:\/\/./.test(to))
    throw new UsageError('move needs --to with the address of a PostgreSQL database')
  if (command === 'admin invite' && !values.name?.trim()) throw new UsageError('admin invite needs --name')
  if (values.nightly && words.length > 0) throw new UsageError('backup --nightly chooses its file itself')

  const config = readConfig()
  const commands: Record<string, () => Promise<void>> = {
    backup: () => (values.nightly ? nightly(config) : backup(config, words[0])),
    verify: () => verify(config, word),
    restore: () => restore(config, word, values.replace ?? false),
    list: () => list(config),
    move: () => move(config, to),
    'admin list': () => listStaff(config),
    'admin invite': () => invite(config, word, values.name?.trim() ?? ''),
    'admin reset-password': () => resetPassword(config, word),
    'admin enable': () => enable(config, word),
  }
  await commands[command]?.()
}

/** What went wrong in one line, if it is known; anything else is a bug and is shown with its trace. */
function explain(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof BackupError || error instanceof HttpError) return error.message
  const kind = storageErrorKind(error)
  return kind ? describeStorageError(kind, error) : undefined
}

// Only this account may read the files that are written, whatever the shell's umask is.
process.umask(0o077)
process.setSourceMapsEnabled(true)
try {
  await run(process.argv.slice(2))
} catch (error) {
  if (error instanceof UsageError) {
    console.error(`atrium: ${error.message} (atrium --help)`)
    process.exitCode = 2
  } else {
    const line = explain(error)
    console.error(line === undefined ? error : `atrium: ${line}`)
    process.exitCode = 1
  }
}
