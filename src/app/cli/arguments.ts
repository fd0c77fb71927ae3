import { parseArgs } from 'node:util'
import { lookup } from '#contract/lookup.ts'
import { roles } from '#contract/roles.ts'
import { sourceKinds } from '#features/transfer/ground/transfer.contract.ts'
import { postgresMistakeIn } from '#server/config/environment.ts'

/** Wrong use of the command line: one line, and exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

const commands = {
  backup: `atrium backup [file]

  Writes all of the site, pictures included, into one file, while the site runs. Without a name the file goes to
  DATA_DIR/backups. It holds personal data and hashes of passwords: keep it where only you can read it.

  --nightly   runs the steps of the nightly backup: backup, verification, removal of old backups, and BACKUP_COMMAND
  --now       runs the same steps on request, as “Back up now” does
  --upgrade   makes a backup for an upgrade; the site keeps the last 5 of these, and all backups made by hand`,
  verify: `atrium verify file

  Restores a backup into a scratch database, compares every row with the file, and renders Home, a post and a course.
  Changes nothing. The file is a path, or a name that "atrium list" shows.`,
  restore: `atrium restore file [--replace]

  Restores a backup into the configured database (DATA_DIR or DATABASE_URL). SQLite and PostgreSQL both take backups of
  either. Stop the site first. Refuses a database that holds a site. The file is a path, or a name that "atrium list" shows.

  --replace   replaces the site, after a backup of it (DATA_DIR/backups/atrium-…-replaced.zip)`,
  list: `atrium list

  Lists the backups in DATA_DIR/backups, newest first.`,
  admin: `atrium admin list
atrium admin invite address --name "Meera Kulkarni" [--role editor]
atrium admin reset-password address
atrium admin enable address
atrium admin remove-second-factor address

  list             shows who may sign in
  invite           gives a colleague access and prints a link to choose a password, valid once, within 72 hours;
                   --role is editor, marketing, sales, writer, viewer, trainer or owner (the default)
  reset-password   prints a link to choose a new password, valid once, within an hour
  enable           activates a deactivated user again
  remove-second-factor
                   removes the authenticator app and all passkeys of a user who has lost them`,
  move: `atrium move --to postgres://user:password@host:5432/name

  Copies all of the site into an empty PostgreSQL database. Stop the site first, and start it again with the new DATABASE_URL.
  The old database does not change. For the other direction use backup and restore.`,
  reindex: `atrium reindex

  Rebuilds the full-text search index from all posts and courses, while the site runs. Until it is done, searches find less.
  Nothing else changes.`,
  export: `atrium export folder [--people]

  Writes all content into a new folder, while the site runs: texts as Markdown with front matter, images and PDFs as files, every
  record as JSON. Its README.md says what is what. "atrium import atrium folder --write" reads it into another site.

  --people   adds contact requests, registrations, participants and subscribers as CSV. Keep the folder where only you can read it.`,
  import: `atrium import wordpress|ghost|markdown|atrium path... [--site URL] [--media folder] [--map file] [--write]
atrium import list
atrium import --undo id

  Reads the export of another site, while this one runs, and reports what an import would do. A path is a file, a folder, a ZIP or
  a gzip archive. Nobody is mailed, and nobody gets an account. After an interruption the same command goes on.

  --site URL       the address of the old site, where its export does not say it, as that of Ghost: images are fetched from there
  --media folder   takes images and PDFs from a copy of the old site's uploads, in place of fetching them
  --map file       JSON with the choices of the import: { "categories": [{ "source": "News", "category": "Cloud" }],
                   "authors": [{ "source": "7", "profile": "Meera Kulkarni" }], "category": "Cloud", "author": "Meera Kulkarni",
                   "status": "same" or "drafts", "pictures": "fetch", "given" or "leave", "site": "https://example.com" }
  --write          imports it; without it nothing is stored
  list             shows the imports of the last 90 days
  --undo id        takes an import back, within 24 hours`,
  inbound: `atrium inbound [--to http://127.0.0.1:3001] < message

  Reads a received message from standard input and hands it in at the site, which adds it to the request that it answers. Needs
  MAIL_INBOUND_SECRET, and PUBLIC_URL or --to. For a pipe from the mail server: deploy/postfix-inbound.cf.
  Exit codes: 0 also for a message that belongs to no request or has no sender, 75 for one to try again later.`,
}
type Command = keyof typeof commands

const isCommand = (name: string | undefined): name is Command => lookup(commands, name) !== undefined

function usageOf(command?: string): string {
  if (isCommand(command)) return commands[command]
  return `atrium backup [file]               write a backup
atrium verify file                 check a backup
atrium restore file [--replace]    restore a backup
atrium list                        list the backups
atrium admin list | invite | reset-password | enable | remove-second-factor
atrium move --to postgres://…      copy the site into PostgreSQL
atrium reindex                     rebuild the search index
atrium export folder [--people]    write all content as Markdown, JSON and files
atrium import … path               import the content of another site
atrium inbound < message           hand in a received message

Run it with the environment and in the folder of the site. atrium {command} --help shows details.
Exit codes: 0 done, 1 failed or refused, 2 wrong use.`
}

const options = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  replace: { type: 'boolean' },
  nightly: { type: 'boolean' },
  now: { type: 'boolean' },
  upgrade: { type: 'boolean' },
  name: { type: 'string' },
  role: { type: 'string' },
  to: { type: 'string' },
  people: { type: 'boolean' },
  site: { type: 'string' },
  media: { type: 'string' },
  map: { type: 'string' },
  write: { type: 'boolean' },
  undo: { type: 'string' },
} as const
type Options = ReturnType<typeof parse>['values']

/** The options of each command, and how many words it takes. */
const shapes: Record<string, { words: [least: number, most: number]; options?: (keyof Options)[] }> = {
  backup: { words: [0, 1], options: ['nightly', 'now', 'upgrade'] },
  verify: { words: [1, 1] },
  restore: { words: [1, 1], options: ['replace'] },
  list: { words: [0, 0] },
  move: { words: [0, 0], options: ['to'] },
  reindex: { words: [0, 0] },
  export: { words: [1, 1], options: ['people'] },
  inbound: { words: [0, 0], options: ['to'] },
  'import list': { words: [0, 0] },
  'import undo': { words: [0, 0], options: ['undo'] },
  ...Object.fromEntries(
    sourceKinds.map((kind) => [`import ${kind}`, { words: [1, 1_000], options: ['site', 'media', 'map', 'write'] }]),
  ),
  'admin list': { words: [0, 0] },
  'admin invite': { words: [1, 1], options: ['name', 'role'] },
  'admin reset-password': { words: [1, 1] },
  'admin enable': { words: [1, 1] },
  'admin remove-second-factor': { words: [1, 1] },
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message.split(/[.\n]/)[0])
  }
}

/** The action: print a text, or run a command with its arguments. */
type Request = { print: string } | { command: string; word: string | undefined; words: string[]; values: Options }

/** @throws UsageError with the mistake */
export function readArguments(args: string[], version: string): Request {
  const { values, positionals } = parse(args)
  if (values.version) return { print: version }
  if (values.help || positionals[0] === 'help') return { print: usageOf(positionals.find(isCommand)) }
  const [first = '', ...rest] = positionals
  if (!isCommand(first)) throw new UsageError(first ? `there is no command "${first}"` : 'a command is missing')
  const [command, words] = commandIn(first, rest, values)
  const shape = shapes[command]
  if (!shape && first === 'import')
    throw new UsageError(`import is followed by ${sourceKinds.join(', ')}, list or --undo`)
  if (!shape) throw new UsageError('admin is followed by list, invite, reset-password, enable or remove-second-factor')
  const [least, most] = shape.words
  if (words.length < least) {
    const needed = { admin: 'an address', import: 'a path', export: 'a folder' }
    throw new UsageError(`${command} needs ${lookup(needed, first) ?? 'a file'}`)
  }
  if (words.length > most) throw new UsageError(`${command} does not accept "${words[most]}"`)
  const unknown = Object.keys(values).find((name) => !(shape.options as string[] | undefined)?.includes(name))
  if (unknown) throw new UsageError(`${command} has no option --${unknown}`)
  const [word] = words
  if (command === 'move' && values.to === undefined)
    throw new UsageError('move needs --to with the address of a PostgreSQL database')
  const mistake = command === 'move' && postgresMistakeIn(values.to ?? '')
  if (mistake) throw new UsageError(`--to ${mistake}`)
  if (command === 'admin invite' && !values.name?.trim()) throw new UsageError('admin invite needs --name')
  if (values.role !== undefined && !(roles as readonly string[]).includes(values.role))
    throw new UsageError(`--role is ${roles.join(', ')}`)
  const automatic = (['nightly', 'now', 'upgrade'] as const).find((name) => values[name])
  if (automatic && word !== undefined) throw new UsageError(`backup --${automatic} chooses its file itself`)
  return { command, word, words, values }
}

/** Two words are the name of some commands. */
function commandIn(first: Command, rest: string[], { undo }: Options): [command: string, words: string[]] {
  if (first === 'import' && undo !== undefined) return ['import undo', rest]
  return first === 'admin' || first === 'import' ? [`${first} ${rest[0] ?? ''}`, rest.slice(1)] : [first, rest]
}
