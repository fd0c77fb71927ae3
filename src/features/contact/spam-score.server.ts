import type { FormSignals } from '#contract/bot-signals.ts'
import type { Database } from '#server/database/connect.ts'
import { isSuspicious } from '#server/security/bot-signals.ts'

/** Number of links from which a message looks like an advertisement. */
const manyLinks = 3
/** Number of different words of advertisements from which a message looks like one. */
const manyWords = 2

const links = /https?:\/\/|\bwww\./gi
/** Links as markup, which our form does not offer and people do not type. */
const linkMarkup = /<a\s[^>]*href|\[(url|link)[=\]]/i
/** Words of unsolicited advertisements. A single one may be a client's business. */
const adverts =
  /\b(casinos?|viagra|cialis|crypto|bitcoin|forex|porn|escorts?|betting|payday loans?|back ?links?|seo (services?|packages?|ranking)|guest posts?|domain authority)\b/gi

type Message = { name: string; subject: string; message: string } & FormSignals

/** Whether a message goes into Spam, where staff still find it. The number of other messages plays no part. */
export const looksLikeSpam = (database: Database, { name, subject, message, ...signals }: Message): Promise<boolean> =>
  isSuspicious(database, signals, textScore(name, subject, message))

/** Each weak sign counts one. */
function textScore(name: string, subject: string, message: string): number {
  const words = new Set(`${subject} ${message}`.toLowerCase().match(adverts))
  const signs = [
    (message.match(links)?.length ?? 0) >= manyLinks,
    words.size >= manyWords,
    `${name} ${subject}`.search(links) >= 0,
    linkMarkup.test(message),
  ]
  return signs.filter(Boolean).length
}
