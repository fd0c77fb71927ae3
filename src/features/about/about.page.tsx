import { Head } from '#site/head.tsx'

export default function Page() {
  return (
    <div>
      <Head title="About" />
      <h1>About</h1>
    </div>
  )
}
