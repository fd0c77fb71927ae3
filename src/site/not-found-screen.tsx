import { Link } from '#ui/link.tsx'
import { Head } from './head.tsx'

export function NotFoundScreen() {
  return (
    <div>
      <Head title="Page not found" status={404} />
      <h1>Page not found</h1>
      <Link to="/">Back to Home</Link>
    </div>
  )
}
