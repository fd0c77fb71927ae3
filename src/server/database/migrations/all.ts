import { company } from './0001-company.ts'
import { content } from './0002-content.ts'
import { search } from './0003-search.ts'
import { identity } from './0004-identity.ts'
import { whoChangedIt } from './0005-who-changed-it.ts'
import { fold } from './0006-fold.ts'
import { mail } from './0010-mail.ts'
import { renderedTexts } from './0011-rendered-texts.ts'
import { floods } from './0012-floods.ts'
import type { Migration } from './migration.ts'

/** All of them, oldest first. A new one is added at the end. */
export const migrations: Migration[] = [
  company,
  content,
  search,
  identity,
  whoChangedIt,
  fold,
  mail,
  renderedTexts,
  floods,
]
