import { replyAddress } from '#features/contact/ground/reply-address.server.ts'
import { preferencesUrl, unsubscribeUrl } from '#features/subscribers/subscription/subscription-links.shared.server.ts'
import { signatureOf } from '#server/security/signed-bodies.ts'
import { bodies } from './example-bodies.ts'
import { ghostExport, ghostPost } from './ghost-export.ts'
import { publicUrl } from './record-call.ts'
import { image, mailSecret, type Scenes, type Stage, tokenOf, until } from './scene.ts'
import { addSubscribers } from './subscriber-rows.ts'

const post = {
  title: 'Forty servers',
  slug: 'forty-servers',
  excerpt: 'How it began.',
  category: 'Cloud',
  content: '## How it began',
}
const letter = { title: 'News in March', body: 'Twelve seets.' }

/** Creates a preview link of a kind of record, and reads by it as a guest does. */
async function preview({ say }: Stage, kind: string, id: string, more = ''): Promise<string> {
  const { path } = await say(`create${kind}PreviewLink`, { path: { id }, body: { days: 7 } })
  const token = String(path).replace(/^.*\//, '')
  await say(`get${kind}ByPreviewLink${more}`, { path: { token } }, null)
  return token
}

export const contentScenes: Scenes = {
  async 'files of the library'({ say }) {
    await say('uploadImage', { form: image() })
    await say('replaceMyPhoto', { form: image() })
    const { _id: id } = await say('uploadMedia', { form: image() })
    await say('replaceMediaItem', { path: { id }, form: image() })
    await say('deleteMediaItem', { path: { id } })
    await say('copyImage', { body: { url: 'https://images.example.com/diagram.png' } })
    await say('lookUpVideo', { body: { url: 'https://www.youtube.com/watch?v=jNQXAC9IVRw' } })
    await say('checkSystem', { body: { dkimSelector: '' } })
  },
  async 'records and their previews'(stage) {
    const { say } = stage
    const previewed = ['CaseStudy', 'Opening', 'Page']
    for (const kind of [...previewed, 'Product', 'Service', 'FAQ', 'Testimonial']) {
      const body = bodies[`create${kind}`] as object
      const { _id, version } = await say(`create${kind}`, { body: { ...body, active: true } })
      if (previewed.includes(kind)) await preview(stage, kind, _id)
      const headers = { 'if-match': String(version) }
      await say(`save${kind}WorkingCopy`, { path: { id: _id }, body, headers })
    }
    const courses = await say('listAllCourses')
    await preview(stage, 'Course', courses[0]._id)
    await preview(stage, 'Post', (await say('createPost', { body: post }))._id)
    await preview(stage, 'Newsletter', (await say('createNewsletter', { body: letter }))._id)
  },
  async reviews(stage) {
    const { say, site } = stage
    const { _id: id } = await say('createPost', { body: { ...post, slug: 'forty-servers-2' } })
    const colleague = await site.asStaff({ email: 'rohan@example.com', name: 'Rohan Das' })
    const asked = await say('createReview', { body: { entity: 'blogs', id, of: colleague.user.id } })
    await say(
      'answerReview',
      { path: { id: asked._id }, body: { state: 'changes', note: 'Say what it cost.' } },
      colleague,
    )
    const guest = await say('createReview', { body: { entity: 'blogs', id, of: { name: 'Meera Iyer' } } })
    const token = String(guest.link ?? guest.path ?? guest.url).replace(/^.*\//, '')
    await say('answerReviewAsGuest', { body: { token, state: 'approved', name: 'Meera Iyer' } }, null)
  },
  async 'the trash'({ say }) {
    const { _id: id } = await say('createPost', { body: { ...post, slug: 'forty-servers-3' } })
    await say('deletePost', { path: { id } })
    await say('freeSlug', { path: { entity: 'blogs', id } })
    await say('deleteRecordForGood', { path: { entity: 'blogs', id } })
    const { _id } = await say('createInstructor', { body: { name: 'Kavya Menon' } })
    await say('deleteInstructor', { path: { id: _id } })
    const made = await say('createRedirect', { body: { from: '/old-prices', to: '/courses' } })
    await say('deleteRedirect', { path: { id: made._id } })
  },
  async 'content of another site'({ say }) {
    const text = ghostExport({ posts: [ghostPost({ title: 'Forty servers', slug: 'forty-servers-of-old' })] })
    const file = new File([text], 'my.ghost.2026-03-02.json', { type: 'application/json' })
    const begin = async () => {
      const path = { id: (await say('createContentImport', { form: { file } }))._id }
      const settled = () =>
        until(async () => {
          const { state } = await say('getContentImport', { path })
          return ['open', 'applied', 'undone', 'failed'].includes(state) || undefined
        })
      await settled()
      return { path, settled }
    }
    const { path, settled } = await begin()
    await say('listContentImportItems', { path })
    await say('updateContentImport', { path, body: { category: 'Cloud' } })
    await settled()
    await say('applyContentImport', { path })
    await settled()
    await say('undoContentImport', { path })
    await settled()
    await say('deleteContentImport', { path: (await begin()).path })
  },
  async 'contact requests'({ say, site, staff }) {
    const body = { name: 'Meera Iyer', email: 'meera@example.com', subject: 'Moving our orders', message: 'In March?' }
    await say('sendContactRequest', { body }, null)
    await say('sendContactRequest', { body: { ...body, message: 'Or in April?' } }, null)
    const [one, other] = await say('listContactRequests')
    const path = { id: one._id }
    await say('updateContactRequestReplyDraft', { path, body: { text: 'Thank you. Would the first week suit you?' } })
    const reply = await say('createContactRequestReply', {
      path,
      body: { body: 'Thank you. Would the first week suit you?' },
    })
    await say('undoContactRequestReply', { path: { ...path, event: reply._id } })
    await say('joinContactRequest', { path, body: { other: other._id } })
    await say('separateContactRequest', { path, body: { other: other._id } })
    const colleague = await site.asStaff({ email: 'kavya@example.com', name: 'Kavya Menon' })
    await say('assignContactRequest', { path, body: { ownerId: staff.user.id } })
    await say('handOverContactRequests', { body: { from: staff.user.id, to: colleague.user.id } })
    const sign = (message: object) => ({
      'x-signature': signatureOf(mailSecret, JSON.stringify(message), Math.floor(Date.now() / 1000)),
    })
    const bounces = { events: [{ type: 'bounce', email: 'gone@example.com' }] }
    await say('reportBounces', { body: bounces, headers: sign(bounces) }, null)
    const to = await replyAddress(site.database, site.config.mail, one._id)
    const mail = { from: `Meera Iyer <${body.email}>`, to, subject: 'Re: Moving our orders', text: 'Yes, the second.' }
    const received = { ...mail, messageId: '<b7c1@mail.example.com>' }
    await say('receiveMail', { body: received, headers: sign(received) }, null)
  },
  async subscribers({ say, site }) {
    const { database } = site
    const [reader] = await addSubscribers(database, 1, { email: 'arjun@example.com', name: 'Arjun' })
    const id = reader?.id ?? ''
    const token = tokenOf(await unsubscribeUrl(database, publicUrl, id))
    await say('getSubscription', { query: { purpose: 'unsubscribe', token } }, null)
    const choices = tokenOf(await preferencesUrl(database, publicUrl, id))
    await say('getPreferences', { query: { token: choices } }, null)
    await say('changePreferences', { body: { token: choices, action: 'pause' } }, null)
    await say('changeSubscription', { body: { purpose: 'unsubscribe', token, action: 'unsubscribe' } }, null)
  },
  async newsletters({ say, site, sink }) {
    await addSubscribers(site.database, 3)
    sink.behave({
      onRecipient: (address) => (address === 'gone@example.com' ? { code: 550, text: 'Unknown' } : undefined),
    })
    await addSubscribers(site.database, 1, { email: 'gone@example.com' })
    const { _id } = await say('createPost', {
      body: { ...post, slug: 'forty-servers-4', published: true, sendNotification: true },
    })
    const about = { path: { id: _id } }
    await say('pausePostNotification', about)
    await say('resumePostNotification', about)
    await say('undoPostNotification', about)
    const again = await say('createPost', {
      body: { ...post, slug: 'forty-servers-5', published: true, sendNotification: true },
    })
    const sent = (name: string, path: { id: string }) =>
      until(async () => {
        const { mail, ...status } = await say(name, { path })
        return (mail ?? status).state === 'sent' || undefined
      })
    await sent('getPostNotification', { id: again._id })
    await say('retryPostNotification', { path: { id: again._id } })
    const { _id: id } = await say('createNewsletter', { body: letter })
    const path = { id }
    await say('sendNewsletter', { path })
    await say('pauseNewsletter', { path })
    await say('resumeNewsletter', { path })
    await sent('getNewsletter', path)
    await say('retryNewsletter', { path })
    await say('updateNewsletterPage', { path, body: { ...letter, body: 'Twelve seats.' } })
    const { code } = await site.database.db
      .selectFrom('notifications')
      .select('code')
      .where('newsletterId', '=', id)
      .executeTakeFirstOrThrow()
    await say('getSentNewsletter', { path: { code: String(code) } }, null)
  },
}
