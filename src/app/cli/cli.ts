import type { Role } from '#contract/roles.ts'
import { SourceError } from '#features/transfer/ground/source.ts'
import type { SourceKind } from '#features/transfer/ground/transfer.contract.ts'
import { BackupError } from '#server/backup/manifest.ts'
import { readConfig } from '#server/config/config.ts'
import { ConfigError } from '#server/config/environment.ts'
import { programVersion } from '#server/config/program-files.ts'
import { describeStorageError, storageErrorKind } from '#server/database/storage-errors.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { readArguments, UsageError } from './arguments.ts'

/** @returns the output */
async function run(args: string[]): Promise<string> {
  const request = readArguments(args, programVersion)
  if ('print' in request) return request.print
  const { command, word = '', words, values } = request
  if (command === 'inbound') return handIn(values.to)
  const config = readConfig()
  const name = values.name?.trim() ?? ''
  if (command.startsWith('admin ')) {
    const { enable, invite, listStaff, removeSecondFactor, resetPassword } = await import('./site-commands.ts')
    if (command === 'admin invite') return invite(config, word, name, (values.role as Role | undefined) ?? 'owner')
    if (command === 'admin reset-password') return resetPassword(config, word)
    if (command === 'admin remove-second-factor') return removeSecondFactor(config, word)
    return command === 'admin enable' ? enable(config, word) : listStaff(config)
  }
  if (command === 'reindex') return (await import('./site-commands.ts')).reindex(config)
  if (command === 'export')
    return (await import('./export-command.ts')).exportSite(config, word, values.people ?? false)
  if (command.startsWith('import ')) {
    const { importContent, listImports, undoContent } = await import('./import-commands.ts')
    if (command === 'import list') return listImports(config)
    if (command === 'import undo') return undoContent(config, values.undo ?? '')
    return importContent(config, command.slice('import '.length) as SourceKind, words, values)
  }
  const { backup, backupForUpgrade, list, move, nightly, restore, verify } = await import('./backup-commands.ts')
  if (command === 'backup' && (values.nightly || values.now)) return nightly(config, values.now ? 'request' : 'nightly')
  if (command === 'backup') return values.upgrade ? backupForUpgrade(config) : backup(config, word || undefined)
  if (command === 'verify') return verify(config, word)
  if (command === 'restore') return restore(config, word, values.replace ?? false)
  return command === 'move' ? move(config, values.to ?? '') : list(config)
}

/** A mail server passes the message on standard input. */
async function handIn(site: string | undefined): Promise<string> {
  try {
    const [{ inbound }, { buffer }] = await Promise.all([import('./inbound.ts'), import('node:stream/consumers')])
    return await inbound(await buffer(process.stdin), site)
  } catch (error) {
    // EX_TEMPFAIL of sysexits.h: the mail server tries again. After any other code it would return the message to its writer.
    process.exitCode = 75
    return `atrium: ${(error as Error).message}`
  }
}

/** A known error in one line; anything else is a bug and is shown with its trace. */
function explain(error: unknown): string | undefined {
  if ([ConfigError, BackupError, HttpError, SourceError].some((known) => error instanceof known))
    return (error as Error).message
  const kind = storageErrorKind(error)
  if (kind) return describeStorageError(kind, error)
  const { syscall, path, code } = error as NodeJS.ErrnoException
  return syscall === undefined || path === undefined ? undefined : `${path} cannot be used (${code}, ${syscall})`
}

// Only this account may read the files that are written, whatever the shell's umask is.
process.umask(0o077)
process.setSourceMapsEnabled(true)
try {
  console.log(await run(process.argv.slice(2)))
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
