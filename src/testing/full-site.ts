import sharp from 'sharp'
import { createAuthor } from '#features/blog/blog.shared.server.ts'
import { notifications } from '#features/newsletters/ground/newsletters.table.ts'
import { sectionKinds } from '#features/pages/sections/all.contract.ts'
import { storeUpload } from '#media/server/store-upload.ts'
import { insertRow } from '#server/database/rows.ts'
import { describedResources } from './described-resources.ts'
import { hostile } from './hostile-content.ts'
import { samplePdf } from './sample-pdf.ts'
import { callAs } from './staff-calls.ts'
import type { TestApp } from './start-app.ts'
import { addSubscribers } from './subscriber-rows.ts'
import { addCohort, addRegistration } from './training-rows.ts'
import { validSection } from './valid-section.ts'

/** Titles that a file name, a line of YAML or a program might read as something else. */
export const awkwardTitles = [
  'Yes',
  '2026-01-02',
  'null',
  'a: b # c',
  '--- title: "x"',
  "It's \"quoted\" \\ and 'more'",
  '[list], {map}',
  '012',
  '1:30',
  '@at `code` |pipe| > fold',
  'مرحبا بالعالم',
  'नमस्ते पुणे',
  '你好世界',
  '🪷🪷',
  'CON',
  'e\u0301te\u0301',
  'A\u202Eevil\u2069 trick',
  `${'Donaudampfschifffahrt'.repeat(12)}`,
]

const frontMatter = '---\ntitle: Not ours\ndraft: true\n---\n\nA text that begins like a file of ours.'

/** Records of every entity, also with texts that are difficult to write into files. @returns the ids of a picture, a PDF and a post */
export async function fillSite(site: TestApp) {
  const staff = await site.asStaff({ name: 'Asha Rao' })
  const call = callAs(site, staff)
  const make = async (path: string, body: unknown) => {
    const answer = await call('POST', `/api${path}`, body)
    const made = await answer.json()
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(made)}`)
    return made as { _id: string; url: string }
  }
  const change = async (path: string, body: unknown) => {
    const answer = await call('PUT', `/api${path}`, body)
    if (answer.status !== 200) throw new Error(`${path}: ${await answer.text()}`)
  }
  const upload = async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.append('image', new File([bytes], name))
    return make('/media', form)
  }
  const png = (color: string, width = 60) =>
    sharp({ create: { width, height: 40, channels: 3, background: color } })
      .png()
      .toBuffer() as Promise<Buffer<ArrayBuffer>>
  const picture = await upload('Größe und Übung.png', await png('#345'))
  // Two of the same name, and one whose name has no letters.
  await upload('Größe und Übung.png', await png('#678'))
  await upload('🪷.png', await png('#9ab', 500))
  const pdf = await upload('press-kit.pdf', samplePdf())
  await change(`/media/${picture._id}`, {
    alt: 'Two hills',
    caption: 'At dawn',
    credit: 'Asha',
    focalX: 0.2,
    focalY: 0.9,
  })

  // A portrait is not in the library.
  const portrait = { bytes: await png('#fed'), owner: 'a test', profileId: 'p', signal: AbortSignal.timeout(60_000) }
  const { url: avatarUrl } = await storeUpload(site.database, portrait as Parameters<typeof storeUpload>[1])
  const author = await site.database.transaction((trx) =>
    createAuthor(trx, { name: 'Meera: "M"', bio: 'Writes', avatarUrl }),
  )

  for (const { path, input, field } of await describedResources(site)) {
    await make(path, { ...input, [field]: 'Plain' })
  }
  const post = (title: string, more: object = {}) => {
    const slug = `post-${title.length}-${awkwardTitles.indexOf(title)}`
    return make('/blogs', {
      title,
      slug,
      excerpt: title,
      content: 'Text.',
      category: 'Cloud',
      published: true,
      authorId: author.id,
      ...more,
    })
  }
  const firstPost = {
    title: 'First post',
    excerpt: 'First post',
    category: 'Cloud',
    published: true,
    slug: 'first',
    content: `![Hills](${picture.url})\n\n[The kit](${pdf.url})\n\n\`\`\`sh\nls\n\`\`\``,
    imageUrl: picture.url,
    imageAlt: 'Hills',
    seoTitle: 'First: for search',
    mail: { subject: 'News: first', whole: true },
  }
  const first = await make('/blogs', firstPost)
  const linking = `[First](/go/blogs/${first._id}/first-post#part) and ${site.config.publicUrl}/go/blogs/${first._id}/first`
  for (const title of awkwardTitles) await post(title, { content: `${linking}\n\n${title}` })
  await post('con', { slug: 'con', content: frontMatter })
  await post('index', {
    slug: 'index',
    content: `a\r\nb\n\n${hostile
      .filter((text) => !text.includes('data:image'))
      .map((text) => text.replaceAll('\0', ''))
      .join('\n\n')}`,
  })
  await post('Scheduled', {
    slug: 'scheduled',
    publishAt: '2990-01-02T03:04:05.000Z',
    unpublishAt: '2991-01-02T03:04:05.000Z',
  })
  await post('A draft', { slug: 'draft', published: false, sendNotification: true })
  await post('Dated', { slug: 'dated', dateShown: '2001-02-03T04:05:06.000Z' })
  await change(`/blogs/${first._id}`, { ...firstPost, slug: 'first-renamed' })
  const about = {
    description: 'Teaches.',
    duration: '8 weeks',
    price: 10,
    category: 'DevOps',
    level: 'Beginner',
    enrollmentUrl: 'https://example.com',
  }
  const course = await make('/courses', {
    ...about,
    title: 'Course: one',
    slug: 'course-one',
    syllabus: '## Week 1',
    prerequisites: ['*A*'],
  })
  await change(`/courses/${course._id}`, { ...about, title: 'Course: one', slug: 'course-1', syllabus: '## Week 1' })
  const work = {
    title: 'Work: one',
    client: 'C',
    industry: 'I',
    summary: 'S',
    problem: 'P',
    solution: `![x](${picture.url})`,
    figures: [{ figure: '40 %', name: 'less', asOf: '2026-01-01' }],
  }
  const study = await make('/cases', { ...work, slug: 'work-one' })
  await change(`/cases/${study._id}`, { ...work, slug: 'work-1' })
  await make('/redirects', { from: '/2019/05/first/', to: `/go/blogs/${first._id}/first` })
  await make('/redirects', { from: '/old?page=2', to: 'https://example.com/new' })
  const replaced = await upload('former.png', await png('#111'))
  const form = new FormData()
  form.append('image', new File([await png('#222')], 'present.png'))
  const answer = await call('POST', `/api/media/${replaced._id}/replace`, form)
  if (!answer.ok) throw new Error(await answer.text())
  const sent = { title: 'Sent', subject: 'Sent', body: 'Words.', audience: { to: 'everyone' as const } }
  const letter = await make('/newsletters', sent)
  const at = '2026-01-02T03:04:05.000Z'
  await site.database.transaction((trx) =>
    insertRow(trx, notifications, {
      ...{
        newsletterId: letter._id,
        code: 'sent1',
        audience: sent.audience,
        recipients: 3,
        holdUntil: at,
        fixedAt: at,
        triedAt: at,
      },
      ...{
        content: { version: 1, title: 'Sent', subject: 'Sent', body: 'Words.' },
        createdBy: 'Asha Rao',
        createdAt: at,
      },
    }),
  )
  const trashed = await post('In the trash', { slug: 'trashed' })
  await call('DELETE', `/api/blogs/${trashed._id}`)

  const ids = async (table: 'faqs' | 'testimonials' | 'cases' | 'courses') =>
    (await site.database.db.selectFrom(table).select('id').execute()).map(({ id }) => id)
  const known: Record<string, string[]> = {
    faqs: await ids('faqs'),
    testimonials: await ids('testimonials'),
    cases: await ids('cases'),
    courses: await ids('courses'),
  }
  const withFiles = (section: object) =>
    JSON.parse(
      JSON.stringify(section)
        .replaceAll(/\/media\/(?:ab){16}-1600x900\.webp/g, picture.url)
        .replaceAll(/\/files\/(?:cd){16}\/press-kit\.pdf/g, pdf.url),
    )
  const sections = sectionKinds.map(({ kind }) =>
    withFiles(validSection(kind, { idsOf: (entity) => known[entity] ?? [] })),
  )
  const page = await make('/pages', { title: 'Everything', path: 'all/sections', sections, listed: true })
  await change(`/pages/${page._id}`, { title: 'Everything', path: 'all/renamed' })
  await make('/pages', { title: 'Draft', path: 'draft-page', active: false, sections: [] })
  const opening = await make('/openings', { ...openingInput, title: 'A/B: "tester"', slug: 'tester' })
  await change(`/openings/${opening._id}`, { ...openingInput, title: 'A/B: "tester"', slug: 'a-b-tester' })
  await make('/openings', { ...openingInput, title: 'a b tester' })
  await make('/newsletters', { subject: 'April: news', body: linking, audience: { to: 'everyone' }, greeting: 'Hello' })
  await change('/settings/company', { tagline: 'Clouds: "done"' })
  await change('/settings/brand', {
    logo: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path d="M0 0h40v10H0z"/></svg>',
  })
  await change('/settings/announcement', { text: 'We moved', publishAt: '2990-01-02T03:04:05.000Z' })

  const date = await addCohort(site.database, course._id, { remindAt: [7, 1], joinText: '*Baner*', price: 12.5 })
  await addRegistration(site.database, {
    courseId: course._id,
    cohortId: date.id,
    kind: 'enrol',
    state: 'confirmed',
    people: 2,
    name: '=1+1',
  })
  await addSubscribers(site.database, 3)
  await site.post('/api/contact', {
    name: '=cmd()',
    email: 'visitor@example.com',
    subject: 'Hello',
    message: 'Line\r\n-2',
    phone: '',
  })
  return { staff, picture, pdf, post: first._id }
}

const openingInput = { place: 'Pune', kind: 'Full-time', description: 'Work with us.', closesOn: '2999-01-01' }
