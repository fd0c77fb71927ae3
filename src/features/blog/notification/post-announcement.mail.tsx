import type { Company } from '#contract/company.ts'
import type { MessageLinks } from '#features/newsletters/ground/notifications.contract.ts'
import { MailFrame } from '#mail/mail-frame.tsx'
import { MailBody, MailButton, MailPicture, MailText, MailTitle, NewsletterFooter } from '#mail/mail-parts.tsx'

declare module '#server/mail/mail.ts' {
  interface MailTemplates {
    PostAnnouncement: typeof PostAnnouncement
  }
}

/** The message about a new post to a subscriber. All its addresses are absolute. */
export type PostAnnouncementProps = {
  company: Company
  post: {
    title: string
    excerpt: string
    category: string
    readTime: number
    author: string
    url: string
    image: { src: string; alt: string }
  }
  links: MessageLinks
  /** The text for the list of messages; the excerpt when it is left out. */
  preheader?: string | undefined
  greets?: boolean
  /** The whole text of the post, rendered for messages, in place of the excerpt. */
  html?: string | undefined
}

export function PostAnnouncement({ company, post, links, preheader, greets, html }: PostAnnouncementProps) {
  return (
    <MailFrame
      title={post.title}
      preheader={preheader || post.excerpt}
      company={company}
      footer={<NewsletterFooter company={company} links={links} />}
      rich={html !== undefined}
    >
      <MailPicture src={post.image.src} alt={post.image.alt} href={post.url} />
      <MailText quiet>
        {post.category} · {post.readTime} min read
      </MailText>
      <MailTitle>{post.title}</MailTitle>
      {greets && <MailText>{links.greeting}</MailText>}
      {html === undefined ? <MailText>{post.excerpt}</MailText> : <MailBody html={html} />}
      <MailText quiet>By {post.author}</MailText>
      <MailButton href={post.url}>{html === undefined ? 'Read the article' : 'Read it on our site'}</MailButton>
    </MailFrame>
  )
}
