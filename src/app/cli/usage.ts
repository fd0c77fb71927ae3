/** Wrong use of the command line: one line, and exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

const commands = {
  backup: `atrium backup [file]

  Writes all of the site, pictures included, into one file, while the site runs. Without a name the file goes to
  DATA_DIR/backups. It holds personal data and hashes of passwords: keep it where only you can read it.

  --nightly   does what the site does each night: a backup, its verification, the cleaning up, and BACKUP_COMMAND
  --upgrade   for an upgrade: the last 5 of these are kept, while one made without it stays until you delete it`,
  verify: `atrium verify file

  Restores a backup into a scratch database, compares every row with the file, and renders Home, a post and a course.
  Changes nothing. The file is a path, or a name that "atrium list" shows.`,
  restore: `atrium restore file [--replace]

  Restores a backup into the database of the settings (DATA_DIR, or DATABASE_URL), whichever kind it was made of. Stop the
  site first. A database that holds a site is refused. The file is a path, or a name that "atrium list" shows.

  --replace   puts the backup in the place of the site, after a backup of it
              (DATA_DIR/backups/atrium-…-replaced.zip)`,
  list: `atrium list

  Lists the backups in DATA_DIR/backups, newest first.`,
  admin: `atrium admin list
atrium admin invite address --name "Meera Kulkarni" [--role editor]
atrium admin reset-password address
atrium admin enable address
atrium admin remove-second-factor address

  list             shows who may sign in
  invite           gives a colleague access and prints a link with which they choose a password, once, within 72 hours;
                   --role is marketing, editor, sales, viewer or owner, and owner when it is left out
  reset-password   prints a link with which somebody chooses a new password, once, within an hour
  enable           gives somebody access again whose account was deactivated
  remove-second-factor
                   takes codes and passkeys off, so that somebody who has lost them signs in with the password alone`,
  move: `atrium move --to postgres://user:password@host:5432/name

  Copies all of the site into an empty PostgreSQL database. Stop the site first, and start it again with the new DATABASE_URL.
  The former database stays as it is. For the other direction use backup and restore.`,
}
type Command = keyof typeof commands

export const isCommand = (name: string | undefined): name is Command =>
  name !== undefined && Object.hasOwn(commands, name)

/** The help of a command, or of all. */
export function usageOf(command?: string): string {
  if (isCommand(command)) return commands[command]
  return `atrium backup [file]               write a backup
atrium verify file                 try a backup out
atrium restore file [--replace]    put a backup into the database
atrium list                        list the backups
atrium admin list | invite | reset-password | enable | remove-second-factor
atrium move --to postgres://…      copy the site into PostgreSQL

The settings are those of the site: the same environment, the same folder. atrium {command} --help says more.
Exit codes: 0 done, 1 failed or refused, 2 wrong use.`
}
