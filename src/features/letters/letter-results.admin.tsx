import { useParams } from 'react-router'
import { Link } from '#ui/link.tsx'
import { NotificationScreen } from './sending/notification-screen.shared.admin.tsx'

export default function LetterResultsScreen() {
  const { id = '' } = useParams()
  return (
    <NotificationScreen
      about={{ letterId: id }}
      kind="Letter"
      back={{ to: '/admin/letters', label: 'Back to letters' }}
      unsent={
        <Link to={`/admin/letters/edit/${id}`} className="link">
          Edit the letter to send it
        </Link>
      }
    />
  )
}
