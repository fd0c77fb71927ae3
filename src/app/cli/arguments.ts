import { parseArgs } from 'node:util'
import { roles } from '#contract/roles.ts'
import { isCommand, UsageError, usageOf } from './usage.ts'

const options = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  replace: { type: 'boolean' },
  nightly: { type: 'boolean' },
  upgrade: { type: 'boolean' },
  name: { type: 'string' },
  role: { type: 'string' },
  to: { type: 'string' },
} as const
type Options = { [Name in keyof typeof options]?: (typeof options)[Name]['type'] extends 'string' ? string : boolean }

/** The options of each command, and how many words it takes. */
const shapes: Record<string, { words: [least: number, most: number]; options?: (keyof Options)[] }> = {
  backup: { words: [0, 1], options: ['nightly', 'upgrade'] },
  verify: { words: [1, 1] },
  restore: { words: [1, 1], options: ['replace'] },
  list: { words: [0, 0] },
  move: { words: [0, 0], options: ['to'] },
  reindex: { words: [0, 0] },
  'admin list': { words: [0, 0] },
  'admin invite': { words: [1, 1], options: ['name', 'role'] },
  'admin reset-password': { words: [1, 1] },
  'admin enable': { words: [1, 1] },
  'admin remove-second-factor': { words: [1, 1] },
}

function parse(args: string[]): { values: Options; positionals: string[] } {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message.split(/[.\n]/)[0])
  }
}

/** The action: print a text, or run a command with its arguments. */
type Request = { print: string } | { command: string; word: string | undefined; values: Options }

function isPostgresAddress(text: string): boolean {
  const { protocol = '', hostname } = URL.parse(text) ?? {}
  return ['postgres:', 'postgresql:'].includes(protocol) && hostname !== ''
}

/** @throws UsageError with the mistake */
export function readArguments(args: string[], version: string): Request {
  const { values, positionals } = parse(args)
  if (values.version) return { print: version }
  if (values.help || positionals[0] === 'help') return { print: usageOf(positionals.find(isCommand)) }
  const [first = '', ...rest] = positionals
  if (!isCommand(first)) throw new UsageError(first ? `there is no command "${first}"` : 'a command is missing')
  const [command, words] = first === 'admin' ? [`admin ${rest[0] ?? ''}`, rest.slice(1)] : [first, rest]
  const shape = shapes[command]
  if (!shape) throw new UsageError('admin is followed by list, invite, reset-password, enable or remove-second-factor')
  const [least, most] = shape.words
  if (words.length < least) throw new UsageError(`${command} needs ${first === 'admin' ? 'an address' : 'a file'}`)
  if (words.length > most) throw new UsageError(`${command} does not accept "${words[most]}"`)
  const unknown = Object.keys(values).find((name) => !(shape.options as string[] | undefined)?.includes(name))
  if (unknown) throw new UsageError(`${command} has no option --${unknown}`)
  const [word] = words
  if (command === 'move' && !isPostgresAddress(values.to ?? ''))
    throw new UsageError('move needs --to with the address of a PostgreSQL database')
  if (command === 'admin invite' && !values.name?.trim()) throw new UsageError('admin invite needs --name')
  if (values.role !== undefined && !(roles as readonly string[]).includes(values.role))
    throw new UsageError(`--role is ${roles.join(', ')}`)
  const automatic = values.nightly ? 'nightly' : values.upgrade && 'upgrade'
  if (automatic && word !== undefined) throw new UsageError(`backup --${automatic} chooses its file itself`)
  return { command, word, values }
}
