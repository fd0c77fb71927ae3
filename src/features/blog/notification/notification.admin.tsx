import { useParams } from 'react-router'
import { NotificationScreen } from '#features/letters/sending/notification-screen.shared.admin.tsx'

export default function PostNotificationScreen() {
  const { id = '' } = useParams()
  return (
    <NotificationScreen
      about={{ blogId: id }}
      kind="Newsletter"
      back={{ to: '/admin/blogs', label: 'Back to blogs' }}
      unsent="Tick “Send email notification” in the editor and publish the post. Subscribers receive it once. You can undo it here until the first message is sent."
    />
  )
}
