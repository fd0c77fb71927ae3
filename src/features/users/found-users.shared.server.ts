import { users } from './users.table.ts'

/** How the finder of the back office finds users. */
export const foundUsers = { table: users, nameColumn: 'name', alsoIn: ['email'] }
