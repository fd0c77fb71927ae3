import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { renderInBackground, TooIntricate } from '#content/render/rendered-content.ts'
import { renderingOf, siteOriginOf } from '#content/render/stored-rendering.ts'
import { requiredText, webAddress } from '#contract/fields.ts'
import { type ImageRef, imageFormats, imageUrl, imageWidths } from '#contract/media.ts'
import { blogCategories } from '#features/blog/blog.contract.ts'
import { productCategories, serviceCategories, serviceIcons } from '#features/catalog/catalog.contract.ts'
import { cohortModes, enrollWays } from '#features/courses/ground/cohort-words.contract.ts'
import { courseCategories, courseLevels } from '#features/courses/ground/courses-words.contract.ts'
import type { EncodedVariant } from '#media/server/media-store.ts'
import { ConfigError } from '#server/config/environment.ts'

/** The format of the files in `content/demo/`. They refer to pictures in `content/demo/images/` by name. */

const slug = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens'))
/** YAML reads a plain date as text; quoted or not, a day is meant. */
const day = z.iso.date('must be a day, YYYY-MM-DD')
const count = z.int().check(z.minimum(0))
const texts = z.array(z.string())
/** The cover. It only decorates. */
const pictured = { image: z.optional(z.string()) }

const demoPost = z.strictObject({
  title: requiredText('title'),
  slug,
  excerpt: requiredText('excerpt'),
  category: z.enum(blogCategories),
  author: z.string(),
  ...pictured,
  publishedAt: day,
})

/** Someone with seats. Their addresses are of `example.com`, which has no mailboxes. `named` are the names of the first participants. */
const demoBooking = z.strictObject({
  name: requiredText('name'),
  email: z.string().check(z.endsWith('@example.com')),
  company: z.optional(z.string()),
  people: z._default(z.int().check(z.positive()), 1),
  named: z._default(texts, []),
})

/** A date of a course, counted from the first start, so that it is always in the future: the first such weekday (1 is Monday) after so many weeks. */
const demoDate = z.strictObject({
  inWeeks: z.int().check(z.positive()),
  weekday: z.int().check(z.minimum(1), z.maximum(7)),
  /** How many days it lasts, the first one included. */
  days: z.int().check(z.positive()),
  enrolDaysBefore: z.optional(count),
  timetable: z.optional(z.string()),
  mode: z._default(z.enum(cohortModes), 'online'),
  place: z.optional(z.string()),
  language: z.optional(z.string()),
  seats: z.optional(count),
  taken: z._default(count, 0),
  enrolVia: z._default(z.enum(enrollWays), 'link'),
  discountedPrice: z.optional(z.number().check(z.positive())),
  discountDaysBefore: z.optional(count),
  joinText: z.optional(z.string()),
  bookings: z._default(z.array(demoBooking), []),
})
export type DemoDate = z.infer<typeof demoDate>

const demoCourse = z.strictObject({
  title: requiredText('title'),
  slug,
  description: requiredText('description'),
  duration: requiredText('duration'),
  price: z.number().check(z.minimum(0)),
  discountedPrice: z.optional(z.number().check(z.positive())),
  ...pictured,
  category: z.enum(courseCategories),
  level: z.enum(courseLevels),
  prerequisites: z._default(texts, []),
  learningOutcomes: z._default(texts, []),
  instructor: z.string(),
  enrollmentUrl: webAddress('must be an http or https address'),
  dates: z._default(z.array(demoDate), []),
  active: z._default(z.boolean(), true),
  featured: z._default(z.boolean(), false),
  /** The lowest is shown first. */
  order: z._default(z.int(), 0),
})

const catalogItem = { description: requiredText('description'), features: texts, active: z._default(z.boolean(), true) }
const demoProducts = z.array(
  z.strictObject({ name: requiredText('name'), category: z.enum(productCategories), ...catalogItem }),
)
const demoServices = z.array(
  z.strictObject({
    title: requiredText('title'),
    category: z.enum(serviceCategories),
    icon: z.enum(serviceIcons),
    ...catalogItem,
  }),
)

const person = { name: requiredText('name'), bio: requiredText('bio'), avatar: z.optional(z.string()) }
const demoPeople = z.strictObject({
  authors: z.record(z.string(), z.strictObject(person)),
  instructors: z.record(z.string(), z.strictObject({ ...person, default: z._default(z.boolean(), false) })),
})

/** The drawn pictures: the name of each, the hash for its address, and its size in pixels. */
const demoImages = z.record(z.string(), z.object({ hash: z.string(), width: z.int(), height: z.int() }))

export type Demo = Awaited<ReturnType<typeof readDemo>>

/**
 * Reads and checks the sample content, up to what a database needs to keep it: pictures resolved to addresses, texts rendered.
 * @throws ConfigError with the file, the field and the problem
 */
export async function readDemo(folder: string, site: { publicUrl: string }) {
  const images = await readImages(join(folder, 'images'))
  const decorative = new Set<string>()
  const address = (file: string, name: string | undefined) => {
    if (name === undefined) return undefined
    const image = images.get(name)
    if (!image) throw wrong(file, `there is no picture "${name}"`)
    return imageUrl(image.ref)
  }
  /** Covers and portraits, whose page describes them in its text. */
  const decoration = (file: string, name: string | undefined) => {
    if (name !== undefined) decorative.add(name)
    return address(file, name)
  }
  const people = check(demoPeople, 'people.yaml', await readYaml(folder, 'people.yaml'))
  const withAvatar = <P extends { avatar?: string | undefined }>({ avatar, ...person }: P) => ({
    ...person,
    avatarUrl: decoration('people.yaml', avatar),
  })

  const articles = async <T extends { image?: string | undefined }>(kind: string, contract: z.ZodMiniType<T>) =>
    Promise.all(
      (await readMarkdown(join(folder, kind))).map(async ({ file, head, body }) => {
        const { image, ...fields } = check(contract, file, head)
        const content = body.replace(/\]\(image:([\w-]+)\)/g, (_, name: string) => `](${address(file, name)})`)
        return { ...fields, file, imageUrl: decoration(file, image), content }
      }),
    )
  const rendered = <A extends { content: string; file: string }>(list: A[]) =>
    Promise.all(
      list.map(async (article) => {
        const rendered = await renderInBackground(article.content, { siteOrigin: siteOriginOf(site) }).catch(
          (error) => {
            throw error instanceof TooIntricate ? wrong(article.file, error.message) : error
          },
        )
        return { ...article, rendering: renderingOf(rendered, site), words: rendered.text, readTime: rendered.readTime }
      }),
    )
  const demo = {
    authors: Object.entries(people.authors).map(([key, author]) => ({ key, ...withAvatar(author) })),
    instructors: Object.entries(people.instructors).map(([key, instructor]) => ({ key, ...withAvatar(instructor) })),
    products: check(demoProducts, 'products.yaml', await readYaml(folder, 'products.yaml')),
    services: check(demoServices, 'services.yaml', await readYaml(folder, 'services.yaml')),
    posts: await articles('posts', demoPost),
    courses: await articles('courses', demoCourse),
  }
  const pictures = [...images].map(([name, { about, ...image }]) => ({
    ...image,
    about: { ...about, decorative: decorative.has(name) },
  }))
  // The slowest step comes last, after all checks.
  return { ...demo, images: pictures, posts: await rendered(demo.posts), courses: await rendered(demo.courses) }
}

async function readImages(folder: string) {
  const manifest = check(
    demoImages,
    'images/manifest.json',
    JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')),
  )
  const entries = await Promise.all(
    Object.entries(manifest).map(async ([name, ref]) => {
      const variants = imageWidths(ref.width).flatMap((width) =>
        imageFormats.map(
          async (format): Promise<EncodedVariant> => ({
            width,
            format,
            bytes: await readFile(join(folder, `${name}-${width}.${format}`)),
          }),
        ),
      )
      const about = { name: name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ') }
      return [name, { ref: ref as ImageRef, about, variants: await Promise.all(variants) }] as const
    }),
  )
  return new Map(entries)
}

const readYaml = async (folder: string, name: string): Promise<unknown> =>
  parse(await readFile(join(folder, name), 'utf8'))

async function readMarkdown(folder: string) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()
  return Promise.all(
    names.map(async (name) => {
      const file = join(basename(folder), name)
      const [, head, body] =
        /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(await readFile(join(folder, name), 'utf8')) ?? []
      if (head === undefined || body === undefined)
        throw wrong(file, 'it has to start with a head between two lines of ---')
      return { file, head: parse(head) as unknown, body: body.trim() }
    }),
  )
}

function check<T>(contract: z.ZodMiniType<T>, file: string, value: unknown): T {
  const result = contract.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw wrong(file, `${issue?.path.join('.')} ${issue?.message}`)
}

const wrong = (file: string, what: string) =>
  new ConfigError(`The sample content content/demo/${file} cannot be loaded: ${what}`)
