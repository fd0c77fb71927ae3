import { Link } from '#ui/link.tsx'

export function ErrorScreen() {
  return (
    <div>
      <h1>Unexpected Application Error!</h1>
      <Link to="/">Back to Home</Link>
    </div>
  )
}
