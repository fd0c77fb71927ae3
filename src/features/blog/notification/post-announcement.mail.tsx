import type { Company } from '#contract/company.ts'
import type { ReaderLinks } from '#features/letters/sending/notifications.contract.ts'
import { MailButton, MailFrame, MailLink, MailPicture, MailText, MailTitle } from '#mail/mail-frame.tsx'

declare module '#server/mail/templates.ts' {
  interface MailTemplates {
    postAnnouncement: PostAnnouncementProps
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
  links: ReaderLinks
}

export function PostAnnouncement({ company, post, links }: PostAnnouncementProps) {
  return (
    <MailFrame
      title={post.title}
      preheader={post.excerpt}
      company={company}
      footer={
        <p style={{ margin: 0 }}>
          You get this because you subscribed to the newsletter of {company.brand}.{' '}
          <MailLink href={links.unsubscribe}>Unsubscribe</MailLink>
        </p>
      }
    >
      <MailPicture src={post.image.src} alt={post.image.alt} href={post.url} />
      <MailText quiet>
        {post.category} · {post.readTime} min read
      </MailText>
      <MailTitle>{post.title}</MailTitle>
      <MailText>{post.excerpt}</MailText>
      <MailText quiet>By {post.author}</MailText>
      <MailButton href={post.url}>Read the article</MailButton>
    </MailFrame>
  )
}
