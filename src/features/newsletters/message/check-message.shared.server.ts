import { leftInLine, leftInText } from '#content/markup/leftovers.ts'
import { withRecordLinks } from '#content/render/record-links.ts'
import { notShownIn, renderText } from '#content/render/rendered-content.ts'
import { siteOriginOf, storedVideos } from '#content/render/stored-rendering.ts'
import { attributeValue, shownEverywhere } from '#contract/media.ts'
import { topicsNow } from '#features/subscribers/ground/subscribers.shared.server.ts'
import type { Topic } from '#features/subscribers/ground/subscription-settings.contract.ts'
import type { AppContext } from '#server/feature.ts'
import { type LinkState, lookAtLinks } from '#server/http/fetch-outside.ts'
import { internalHeaders } from '#server/http/rate-limits.ts'
import { checkSenderDomain } from '#server/mail/sender-domain.ts'
import { describeTarget, findTarget } from '#server/record/link-targets.ts'
import { type Audience, emptyAudience, type Finding, type TypedNewsletter } from '../ground/newsletters.contract.ts'
import { countRecipients, missingIn } from '../sending/recipients.shared.server.ts'
import { isEmptyText, withAddresses } from './newsletter-message.shared.server.ts'
import { findOtherMessages } from './other-messages.shared.server.ts'

/** `ask` gets a path of this site and answers its status, 0 for none. */
export type CheckContext = Pick<
  AppContext,
  'config' | 'database' | 'entities' | 'fetchOutside' | 'mailService' | 'site'
> & {
  ask: (path: string) => Promise<number>
}

type MessageToCheck = {
  html: string
  source: string
  lines: Pick<TypedNewsletter, 'subject' | 'title' | 'preheader' | 'greeting'>
  audience: Audience
  /** When it is sent; left out for now. */
  sendAt?: string | undefined
  /** The record that it is about, if it is stored. */
  about: { newsletterId?: string | undefined; blogId?: string | undefined }
  signal: AbortSignal
}

/** Gmail cuts longer ones off. */
const longestMessage = 100 * 1024
const mostLinks = 40
/** For each link, in milliseconds. */
const patience = 5_000

const error = (kind: Finding['kind'], message: string): Finding => ({ kind, message, level: 'error' })
const warning = (kind: Finding['kind'], message: string): Finding => ({ kind, message, level: 'warning' })

/** The problems of a message, and of sending it then to those people, an audience that is gone first. They prevent nothing. */
export async function checkMessage(context: CheckContext, checked: MessageToCheck): Promise<Finding[]> {
  const { config, database, site } = context
  const { source, lines, audience, about, signal } = checked
  const bytes = Buffer.byteLength(checked.html)
  const topics = await topicsNow(site)
  const missing = await missingIn(database.db, audience, topics)
  const videos = await storedVideos(database, source)
  const rendered = await renderText(source, { siteOrigin: siteOriginOf(config), videos, mail: true, signal })
  const { html } = rendered
  const isNewsletter = about.blogId === undefined
  const found = await Promise.all([
    missing ? [warning('audience', missing)] : [],
    isNewsletter ? findEmptySubject(lines) : [],
    isNewsletter && isEmptyText(rendered) ? [error('text', 'The newsletter has no text.')] : [],
    missing ? [] : findEmptyAudience(context, audience, topics),
    findLinks(context, html, signal),
    findBarePictures(html),
    findOddPictures(html),
    findLost(source),
    findLeftovers(lines, html),
    findMissingPictures(rendered.missingPictures),
    bytes > longestMessage ? [error('weight', tooHeavy(bytes))] : [],
    findOtherMessages(context, checked),
    findDomain(context),
  ])
  return found.flat()
}

const tooHeavy = (bytes: number) =>
  `This email is ${Math.ceil(bytes / 1024)} KB. Gmail clips emails after 100 KB and hides the rest, including the unsubscribe link.`

function findEmptySubject({ subject, title }: MessageToCheck['lines']): Finding[] {
  if (subject) return []
  if (!title) return [error('subject', 'The subject is empty.')]
  return [warning('subject', `The subject is empty, so the title is used: “${title}”.`)]
}

async function findEmptyAudience({ database }: CheckContext, audience: Audience, topics: Topic[]): Promise<Finding[]> {
  const people = await countRecipients(database, audience, topics)
  return people === 0 ? [error('audience', emptyAudience)] : []
}

/** The words of a link to a record that visitors do not see, as `withRecordLinks` explains it. */
const explained = /<span data-leads-to="([^"]*)">(.*?)<\/span>/gs

async function findLinks(context: CheckContext, html: string, signal: AbortSignal): Promise<Finding[]> {
  const { config, fetchOutside } = context
  const { origin } = new URL(config.publicUrl)
  const resolved = await withRecordLinks(context, html, async (record) =>
    describeTarget(await findTarget(context, record)),
  )
  const hidden = [...resolved.matchAll(explained)].map(([, leadsTo = '', words = '']) =>
    warning(
      'link',
      `“${attributeValue(words.replaceAll(/<[^>]*>/g, ''))}” leads to ${attributeValue(leadsTo)}. Readers do not see it, so the words have no link.`,
    ),
  )
  const addresses = new Set<string>()
  withAddresses(resolved, (address, name) => {
    const url = name === 'href' ? URL.parse(address, `${config.publicUrl}/`) : null
    if (url && /^https?:$/.test(url.protocol)) addresses.add(url.href)
    return address
  })
  const looked = [...addresses].slice(0, mostLinks)
  const isOwn = (url: string) => new URL(url).origin === origin
  const outside = looked.filter((url) => !isOwn(url))
  const [others, own] = await Promise.all([
    lookAtLinks(fetchOutside, outside, { signal, together: mostLinks, timeout: patience }),
    Promise.all(looked.filter(isOwn).map(async (url) => [url, await stateOfOwn(context, url)] as const)),
  ])
  const states = new Map([...others, ...own])
  return [
    ...hidden,
    ...looked.flatMap((url) => {
      const state = states.get(url)
      const shown = isOwn(url) ? url.slice(origin.length) : url
      if (state === 'dead') return error('link', `The link to ${shown} leads to a page that does not exist.`)
      return state === 'silent' ? warning('link', `${shown} did not respond. Open it to see whether it works.`) : []
    }),
    ...(addresses.size > mostLinks
      ? [warning('link', `${addresses.size - mostLinks} links were not checked: at most ${mostLinks} are.`)]
      : []),
  ]
}

/** Looks a page of ours up in this process. In hash mode its path is in the fragment. */
async function stateOfOwn({ ask }: CheckContext, address: string): Promise<LinkState> {
  const { pathname, search, hash } = new URL(address)
  const path = hash.startsWith('#/') ? hash.slice(1) : pathname + search
  // The back office and calls are not for readers, and the pages of a subscription need a token.
  if (/^\/(?:admin|api|newsletter)(?:[/?]|$)/.test(path)) return 'works'
  const status = await ask(path)
  if (status === 404 || status === 410) return 'dead'
  return status === 0 || status >= 500 ? 'silent' : 'works'
}

/** How a page of ours is asked for in this process, for `CheckContext`. */
export const askInProcess =
  (app: {
    inject(options: {
      url: string
      headers: Record<string, string>
    }): Promise<{ statusCode: number; headers: Record<string, unknown> }>
  }) =>
  async (path: string): Promise<number> => {
    const ask = (url: string) => app.inject({ url, headers: { ...internalHeaders, accept: 'text/html' } })
    let answer = await ask(path)
    for (let redirects = 0; redirects < 3 && answer.statusCode >= 300 && answer.statusCode < 400; redirects++) {
      const to = String(answer.headers['location'] ?? '')
      if (!to.startsWith('/')) break
      answer = await ask(to)
    }
    return answer.statusCode
  }

function findBarePictures(html: string): Finding[] {
  const { length } = html.match(/<img [^<>]*alt=""/g) ?? []
  if (length === 0) return []
  const pictures = length === 1 ? 'An image has' : `${length} images have`
  return [warning('picture', `${pictures} no alternative text. Many mail apps show it until the reader loads images.`)]
}

/** Pictures that classic Outlook replaces by an empty frame. Those of the library have a format that it shows. */
function findOddPictures(html: string): Finding[] {
  const found = new Set<string>()
  withAddresses(html, (address, name) => {
    if (name === 'src' && !shownEverywhere.test(address)) found.add(address)
    return address
  })
  return [...found].map((address) =>
    warning(
      'picture',
      `Outlook on Windows does not show the image ${address}. Upload it to the media library, or use JPEG or PNG.`,
    ),
  )
}

const findLost = async (source: string): Promise<Finding[]> =>
  (await notShownIn([source])).map((lost) => warning('text', `The email will not show ${lost}.`))

/** The greeting alone has the name of the subscriber. */
const replacedIn: Record<string, string[]> = { greeting: ['{name}'] }

function findLeftovers(lines: MessageToCheck['lines'], html: string): Finding[] {
  const inLines = Object.entries(lines).flatMap(([name, line]) => leftInLine(name, line ?? '', replacedIn[name]))
  return [...inLines, ...leftInText(html)].map((left) => error('text', left))
}

function findMissingPictures(count: number): Finding[] {
  if (count === 0) return []
  const pictures = count === 1 ? 'An image is' : `${count} images are`
  return [error('picture', `${pictures} missing. Drop the file onto its placeholder, or delete the placeholder.`)]
}

/** The records of the sender's domain that DNS lacks. Without a mail server nothing is sent. */
async function findDomain({ mailService, site }: CheckContext): Promise<Finding[]> {
  if (mailService.kind !== 'smtp') return []
  const { mail } = await site.now()
  const checks = await checkSenderDomain({ mailFrom: mail.from, selector: '' })
  return checks.flatMap(({ name, state, message }) => (state === 'bad' ? warning('domain', `${name}: ${message}`) : []))
}
