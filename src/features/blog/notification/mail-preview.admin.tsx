import type { ComponentProps } from 'react'
import { MessageFrame, useMessage } from '#features/letters/message-preview.shared.admin.tsx'
import type { AnnouncedPost, Announcement } from './announcement.contract.ts'

type MailPreviewProps = Omit<ComponentProps<typeof MessageFrame>, 'html' | 'title'> & { post: AnnouncedPost }

/** The message about a post. */
export function MailPreview({ post, ...frame }: MailPreviewProps) {
  const message = useMessage<Announcement>('/api/newsletter/preview', post)
  return message && <MessageFrame html={message.html} {...frame} />
}
